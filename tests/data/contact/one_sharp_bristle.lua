-- One bristle with a sharp bend: the order shows in many motions only.
return contact {
  name = "one_sharp_bristle",
  model = "distributed",
  grid = { 1, 1 },
  size = { 0.0050099, 0.0047247 },
  pressure = annulus { inner = 0.0006615, outer = 0.0014407 },
  friction = lugre { sigma0 = 521.67, mu_c = 2.5409e-06, sigma1 = 0.045268, mu_s = 9.1473e-06, v_s = 0.028107, gamma = 3, s_ba = 0.999 },
  real = "float",
  step = "exponential",
  body = { mass = 1.2794e+06, inertia = 783.74, com = { -0.0026658, 0.0033962 }, gravity = { 0, -0.041671 }, tolerance = 9.827e-05 },
}
