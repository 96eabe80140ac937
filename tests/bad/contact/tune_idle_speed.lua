--! 4: v_s cannot be tuned: friction is the same at all speeds; give mu_s above mu_c
return contact { name = "pad", model = "ellipsoid", grid = { 5, 5 }, size = { 0.02, 0.02 }, pressure = disc { radius = 0.01 },
  friction = lugre { sigma0 = 1e5, mu_c = 1, mu_s = 1, v_s = 1e-3 },
  tune = { v_s = { 5e-4, 1e-2 } } }
