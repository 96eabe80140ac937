--! 9: v_s must be between 1e-6 and 10, got 1e-9
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 },
  friction = lugre {
    sigma0 = 1e6, mu_c = 1.0,
    mu_s = 1.2, v_s = 1e-9,
  },
}
