--! 4: the spec's mu_c = 1 is outside its range 1.1 to 2
return contact { name = "pad", model = "ellipsoid", grid = { 5, 5 }, size = { 0.02, 0.02 }, pressure = disc { radius = 0.01 },
  friction = lugre { sigma0 = 1e5, mu_c = 1 },
  tune = { mu_c = { 1.1, 2 } } }
