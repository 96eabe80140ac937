-- The least F_s is F_c of both directions, whose nearest float is below the spec's number.
return joint {
  name = "it",
  friction = lugre { F_c = 1e-09, F_s = 1.1323e-09, v_s = 0.00020376, sigma0 = 1e-06, sigma1 = 0 },
  unit = "linear",
  reverse = { F_c = 1e-09 },
  tune = { F_s = { 1e-09, 3.0774e-09 } },
  real = "float",
}
