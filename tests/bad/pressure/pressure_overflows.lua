--! 3: the pressure overflows when it is added up; use smaller values
return contact { name = "pad", grid = { 5, 5 }, size = { 1, 1 },
  pressure = gradient_line { length = 0.5, low = 1e308, high = 1e308 },
  friction = lugre { sigma0 = 1e6, mu_c = 1 } }
