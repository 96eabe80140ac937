-- A falling load leaves a bristle at three times its limit; Dahl's power takes it back a hundred times faster than the slip.
return joint {
  name = "it",
  friction = dahl { F_c = 3200.6, sigma0 = 3.0914e+09, sigma2 = 1.8986e+08, alpha = 3.444 },
  unit = "rotary",
  reverse = { F_c = 2973.6, sigma2 = 5.7468e+08 },
  load = { mu_c = 0.66232, largest = 438.49 },
  position = function(q) return 1 + 0.26805*math.sin(1.1497e+05*q) end,
  real = "float",
}
