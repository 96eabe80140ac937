--! 3: friction must be lugre { ... }, got dahl { ... }
return contact { name = "pad", grid = { 5, 5 }, size = { 0.02, 0.02 }, pressure = rectangle {},
  friction = dahl { sigma = 1e6, mu = 1 } }
