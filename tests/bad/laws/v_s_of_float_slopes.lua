--! 9: v_s = 0.00014298 m/s with gamma = 4 leaves the range of floats at high speeds; take v_s = 0.00029 or more, a smaller gamma, or real = "double"
return contact {
  name     = "pad",
  real     = "float",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 },
  friction = lugre { sigma0 = 1.1631e9, mu_c = 20.883, mu_s = 68.899, gamma = 4,
                     v_s = 0.00014298 },
}
