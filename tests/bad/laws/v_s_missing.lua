--! 7: lugre needs v_s (m/s), the Stribeck speed, since mu_s = 1.2 differs from mu_c = 1
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0, mu_s = 1.2 },
}
