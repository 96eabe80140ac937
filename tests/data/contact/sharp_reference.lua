-- The reference took too few steps for so sharp a yield.
return contact {
  name = "m",
  model = "reduced",
  grid = { 5, 5 },
  size = { 0.01239, 0.01239 },
  pressure = line { length = 0.006179, angle = -1.5251, profile = hertz, share = 0.39306 } + gradient_line { length = 0.0041463, angle = 1.9332, at = { -0.0015623, 0.001097 }, low = 0.28382, high = 2.741, share = 0.40078 },
  friction = lugre { sigma0 = 6.0599e+05, mu_c = 300.68, sigma1 = 4272.4, sigma2 = 9.4645e-06, s_ba = 0.999 },
  real = "double",
  step = "exponential",
  unroll = "loop",
  limit_surface = { tolerance = 1e-2 },
  body =  { mass = 16951, inertia = 9960.8, com = { 0.0050503, 0.010463 }, tolerance = 1e-08 },
}
