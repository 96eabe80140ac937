-- The pose is so large that many steps of a float would add up its rounding.
return contact {
  name = "m",
  model = "distributed",
  grid = { 3, 3 },
  size = { 2.2913, 2.2913 },
  pressure = rectangle { size = { 1.346, 1.0028 }, angle = 2.0136, at = { 0.18686, -0.11194 } },
  friction = lugre { sigma0 = 3.7562e+06, mu_c = 0.090212, sigma1 = 1e+06, sigma2 = 580.17, s_ba = 0.999 },
  real = "float",
  step = "euler",
  unroll = "full",
  body = { mass = 2.0725, inertia = 67.332, gravity = { 0, -182.53 }, tolerance = 1.0007e-08 },
}
