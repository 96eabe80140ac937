--! 9: v_s = 1e-06 m/s with gamma = 4 leaves the range of floats at high speeds; take v_s = 1.3e-05 or more, a smaller gamma, or real = "double"
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 },
  friction = lugre {
    sigma0 = 1e6, mu_c = 1.0,
    mu_s = 1.2, v_s = 1e-6, gamma = 4,
  },
  real     = "float",
}
