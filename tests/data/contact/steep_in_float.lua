-- gamma = 0.1 in floats: the slope of g overflowed towards rest, and _rate_jac said BAD_STATE
return contact {
  name = "m",
  model = "ellipsoid",
  grid = { 3, 2 },
  size = { 0.00050667, 0.00050667 },
  pressure = map { { 0.015396, 0.028386, 0 }, { 0.040175, 0.012263, 0.22343 } },
  friction = lugre { sigma0 = 1.8599e+05, mu_c = 6.9296e-06, sigma1 = 5.1854, mu_s = 1.2535e-05, v_s = 0.021619,
    gamma = 0.1, s_ba = 0.999, v_d = 518.42 },
  real = "float",
  step = "implicit",
}
