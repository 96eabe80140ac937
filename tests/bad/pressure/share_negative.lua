--! 6: share must be positive, got -1
return contact {
  name = "pad", model = "distributed",
  grid = { 5, 5 },
  size = { 0.02, 0.02 },
  pressure = disc { radius = 0.01, share = -1 } + disc { radius = 0.005, share = 1 },
  friction = lugre { sigma0 = 1e6, mu_c = 1, mu_s = 1.2, v_s = 1e-3 },
}
