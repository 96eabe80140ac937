--! 4: a tuning can set mu_s and mu_c apart, so lugre needs v_s (m/s), the Stribeck speed
return contact { name = "pad", model = "ellipsoid", grid = { 5, 5 }, size = { 0.02, 0.02 }, pressure = disc { radius = 0.01 },
  friction = lugre { sigma0 = 1e5, mu_c = 1 },
  tune = { mu_s = { 1, 1.5 } } }
