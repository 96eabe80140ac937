--! 4: budget must limit something: flash, ram, stack or operations
return contact { name = "pad", grid = { 3, 3 }, size = { 0.02, 0.02 },
  pressure = rectangle {}, friction = lugre { sigma0 = 1e6, mu_c = 1 },
  budget = {} }
