-- Damping fades within the rounding of a cell's speed.
return contact {
  name = "m",
  model = "distributed",
  grid = { 3, 2 },
  size = { 1.4316e-06, 1.4316e-06 },
  pressure = map {  { 0.21546, 0.098817, 0.8251 },  { 0.25552, 0.072936, 0.02118 } },
  friction = lugre { sigma0 = 2.0283e+09, mu_c = 3.9349e-05, sigma1 = 1e+06, sigma2 = 2122.8, mu_s = 9.0449e-05, v_s = 8.7448, s_ba = 0.9, v_d = 0.0001331 },
  real = "float",
  step = "exponential",
  body =  { mass = 1.8467e-08, inertia = 1e-15, com = { -7.429e-07, -1.3166e-06 }, tolerance = 0.1 },
}
