-- A light body on stiff bristles: the determinant of its system overflows a float.
return contact {
  name = "m",
  model = "distributed",
  grid = { 4, 1 },
  size = { 0.19362, 0.04363 },
  pressure = map { { 0.064494, 0, 0.67675, 0.43268 } },
  friction = lugre { sigma0 = 2.6988e+07, mu_c = 7.106, sigma1 = 2.6988, sigma2 = 1.7016e-07, mu_s = 9.8532, v_s = 1.1028e-06, gamma = 1, s_ba = 0.5 },
  real = "float",
  step = "euler",
  unroll = "full",
  body = { mass = 4.6597e-09, inertia = 4.7071e-08, com = { -0.11961, -0.034812 }, tolerance = 0.086885 },
}
