--! 7: damping_ratio = 0.1 needs sigma1 + sigma2 = 25.8199 s/m, but sigma2 is 50 and sigma1 must be between 0 and 1e6
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = rectangle {},
  friction = lugre { sigma0 = 1e5, sigma2 = 50, damping_ratio = 0.1, mu_c = 1.0 },
  fn_nominal = 3,
  body = { mass = 0.5, inertia = 1e-4 },
}
