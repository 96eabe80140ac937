--! 9: sigma2 must be between 1e-9 and 10000, got 1e9
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 },
  friction = lugre {
    sigma0 = 1e6, mu_c = 1.0,
    sigma2 = 1e9,
  },
}
