-- The response over a vast step was infinite, with the status OK.
return contact {
  name = "m",
  model = "distributed",
  grid = { 1, 1 },
  size = { 0.0070027, 0.01201 },
  pressure = disc { radius = 0.0014743, profile = uniform, share = 0.5274 } + gradient_line { length = 0.0019399, angle = -2.7059, at = { -4.5015e-05, 0.0013895 }, low = 0.72767, high = 0.99871, share = 0.92916 },
  friction = lugre { sigma0 = 1.6896e+05, mu_c = 0.044701, sigma1 = 20.893, sigma2 = 6.4873e-06, mu_s = 0.054868, v_s = 3.2937e-05 },
  real = "double",
  step = "exponential",
  body =  { mass = 2.086e-06, inertia = 4.5451e-12, gravity = { 0, -0.12169 }, frame = "body", tolerance = 3.7812e-07 },
}
