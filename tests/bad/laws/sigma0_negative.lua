--! 8: sigma0 must be positive, got -1
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 },
  friction = lugre {
    sigma0 = -1,
    mu_c = 1.0,
  },
}
