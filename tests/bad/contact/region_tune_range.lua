--! 6: friction coefficients must be between 1e-6 and 1000 in every region and direction, got 1e-08 to 0.01 over the ranges of tune; change mu_c, mu_s or the factors
return contact {
  name     = "pad",
  grid     = { 2, 2 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01, mu = 0.01 },
  friction = lugre { sigma0 = 1e5, mu_c = 0.5 },
  tune     = { mu_c = { 1e-6, 1 } },
}
