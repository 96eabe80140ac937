--! 7: friction coefficients must be between 1e-6 and 1000 in every region and direction, got 200 to 2e+03; change mu_c, mu_s or the factors
return contact {
  name       = "pad",
  grid       = { 5, 5 },
  size       = { 0.02, 0.02 },
  pressure   = disc { radius = 0.01 },
  anisotropy = { ratio = 10 },
  friction   = lugre { sigma0 = 1e5, mu_c = 200 },
}
