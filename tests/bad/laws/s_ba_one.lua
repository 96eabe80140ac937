--! 7: s_ba must be between 0.01 and 0.999, got 1
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0, s_ba = 1 },
}
