-- Friction waves every 6 micrometres: the rounding of q turns them.
return joint {
  name = "it",
  friction = dahl { F_c = 0.012469, sigma0 = 25.087, sigma2 = 1.7118e-05, alpha = 1.7481 },
  unit = "linear",
  load = { mu_c = 30.916, largest = 0.014319 },
  position = function(q) return 1 + -0.35353*math.sin(1e+06*q) end,
  loop = { inertia = 0.0722, kp = 12669, kd = 54.44 }, encoder = 2.0377e-05,
  real = "double",
}
