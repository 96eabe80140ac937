--! 5: size[1] must be between 1e-9 and 1000 m, got 10000
return contact {
  name = "pad", model = "distributed",
  grid = { 5, 5 },
  size = { 1e4, 0.02 },
  pressure = disc { radius = 0.01 },
  friction = lugre { sigma0 = 1e6, mu_c = 1, mu_s = 1.2, v_s = 1e-3 },
}
