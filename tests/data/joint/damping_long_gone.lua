-- Damping fades at 1e-7 rad/s: the slope of an exponential must end at 0, though the exponential does not.
return joint {
  name = "it",
  friction = lugre { F_c = 2.336e-05, sigma2 = 14.09, sigma0 = 2.336e-05, sigma1 = 14.392, v_d = 1e-07 },
  unit = "rotary",
  load = { mu_c = 1.3794e-09, largest = 9.5652e-05 },
  position = function(q) return 1 + 0.06125*math.sin(3.2095e+05*q) end,
  real = "double",
}
