--! 3: sigma0 must be between 1 and 1e10, got 1e35
return contact { name = "pad", grid = { 5, 5 }, size = { 1, 1 }, pressure = rectangle {},
  friction = lugre { sigma0 = 1e35, mu_c = 1 } }
