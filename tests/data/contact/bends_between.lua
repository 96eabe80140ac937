-- Hardly two of its responses are straight within a difference: more are tried.
return contact {
  name = "m",
  model = "distributed",
  grid = { 2, 2 },
  size = { 1.2657e-05, 1.2657e-05 },
  pressure = map {  { 0.10744, 0 },  { 0, 1.3645e-05 } },
  friction = lugre { sigma0 = 1e+10, mu_c = 378.16, sigma1 = 1e+06, v_d = 1.6045e+05 },
  real = "double",
  step = "implicit",
  body =  { mass = 3.8597e-07, inertia = 1e-15, contacts = 2, tolerance = 0.001151 },
}
