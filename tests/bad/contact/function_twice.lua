--! 4: functions has "step" twice
return contact { name = "pad", grid = { 3, 3 }, size = { 0.02, 0.02 },
  pressure = rectangle {}, friction = lugre { sigma0 = 1e6, mu_c = 1 },
  functions = { "step", "step" } }
