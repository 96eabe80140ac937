-- The weight of the body is 1e17 times its friction: the wrench has the digits of the weight.
return contact {
  name = "m",
  model = "distributed",
  grid = { 1, 1 },
  size = { 2.0932e-05, 1.1739e-05 },
  pressure = map { { 0.11915 } },
  friction = lugre { sigma0 = 1.4628, mu_c = 1.6727e-06, sigma1 = 0.00020028, sigma2 = 4.3145e-07, mu_s = 5.1061e-06, v_s = 0.014823, gamma = 1.7, s_ba = 0.01, v_d = 9215.9 },
  real = "float",
  step = "implicit",
  body = { mass = 4.2874e+07, inertia = 0.44853, com = { -1.2179e-06, 9.5699e-06 }, gravity = { 0, -5214 }, frame = "body" },
}
