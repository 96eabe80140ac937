-- The body stops at once: its pose erred by 20 times what the velocity told.
return contact {
  name = "m",
  model = "ellipsoid",
  grid = { 7, 5 },
  size = { 2.7495e-06, 2.7495e-06 },
  pressure = disc { radius = 6.8335e-07, at = { 1.0872e-07, -1.9751e-07 }, profile = uniform },
  friction = lugre { sigma0 = 9388.2, mu_c = 7.9494e-05, sigma1 = 1389.1, mu_s = 0.00010389, v_s = 0.071872, s_ba = 0.01, v_d = 1.0256e+05 },
  real = "float",
  step = "exponential",
  torsion = "matched",
  body =  { mass = 1.5948e-09, inertia = 1e-15, tolerance = 0.00082439 },
}
