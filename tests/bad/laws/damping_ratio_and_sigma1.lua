--! 7: lugre takes sigma1 or damping_ratio, not both
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = rectangle {},
  friction = lugre { sigma0 = 1e5, sigma1 = 3, damping_ratio = 0.1, mu_c = 1.0 },
}
