--! 6: friction coefficients must be between 1e-6 and 1000 in every region and direction, got 1e-07 to 1e-05; change mu_c, mu_s or the factors
return contact {
  name     = "pad",
  grid     = { 6, 5 },
  size     = { 0.03, 0.02 },
  pressure = disc { radius = 0.004, mu = 0.01, at = { -0.008, 0 } } + disc { radius = 0.004, at = { 0.008, 0 } },
  friction = lugre { sigma0 = 1e5, mu_c = 1e-5 },
}
