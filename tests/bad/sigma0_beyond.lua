--! 3: sigma0 must be between 0.001 and 1e12, got 1e35
return contact { name = "pad", grid = { 5, 5 }, size = { 1, 1 }, pressure = rectangle {},
  friction = lugre { sigma0 = 1e35, mu_c = 1 } }
