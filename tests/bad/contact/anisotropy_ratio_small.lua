--! 8: ratio must be between 0.1 and 10, got 0.01
return contact {
  name       = "pad",
  grid       = { 5, 5 },
  size       = { 0.02, 0.02 },
  pressure   = disc { radius = 0.01 },
  friction   = lugre { sigma0 = 1e5, mu_c = 1.0 },
  anisotropy = { ratio = 0.01 },
}
