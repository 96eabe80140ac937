--! 7: mu_s must be at least mu_c = 1, got 0.9
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0, mu_s = 0.9, v_s = 1e-3 },
}
