--! 4: s_ba cannot be tuned: the spec's bristles are plain; give s_ba
return contact { name = "pad", model = "ellipsoid", grid = { 5, 5 }, size = { 0.02, 0.02 }, pressure = disc { radius = 0.01 },
  friction = lugre { sigma0 = 1e5, mu_c = 1 },
  tune = { s_ba = { 0.5, 0.9 } } }
