-- A bend so sharp that the rounding of the end of an implicit step decides its slope.
return contact {
  name = "sharp_implicit_step",
  model = "distributed",
  grid = { 3, 1 },
  size = { 0.057271, 0.025063 },
  pressure = polygon { { 0.006964, 0.010256 }, { -0.0090796, 0.010872 }, { -0.0095517, -0.0052897 }, { 0.01455, -0.0086761 } },
  friction = lugre { sigma0 = 132.3, mu_c = 3.5324e-06, sigma1 = 0.0031061, sigma2 = 1.6109e-09, mu_s = 1.6565e-05, v_s = 2.966e-06, gamma = 0.1, s_ba = 0.999 },
  real = "float",
  step = "implicit",
  body = { mass = 3.2296e-06, inertia = 4.8238e-10, gravity = { 0, -0.024338 }, contacts = 2, tolerance = 0.00016833 },
}
