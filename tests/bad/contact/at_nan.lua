--! 6: at[2] must be finite, got nan
return contact {
  name = "pad", model = "distributed",
  grid = { 5, 5 },
  size = { 0.02, 0.02 },
  pressure = disc { radius = 0.005, at = { 0, 0 / 0 } },
  friction = lugre { sigma0 = 1e6, mu_c = 1, mu_s = 1.2, v_s = 1e-3 },
}
