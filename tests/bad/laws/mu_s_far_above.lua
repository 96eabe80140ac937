--! 9: mu_s must be at most 5 times mu_c = 1, got 512
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 },
  friction = lugre {
    sigma0 = 1e6, mu_c = 1.0,
    mu_s = 512, v_s = 1e-3,
  },
}
