-- The bend at breakaway is so sharp that the reference errs more than the solver.
return contact {
  name = "sharp_bend",
  model = "distributed",
  grid = { 1, 2 },
  size = { 19.439, 19.439 },
  pressure = line { length = 15.937, angle = -0.38397, profile = uniform, share = 0.63625 } + rectangle { size = { 7.4825, 1.3309 }, angle = 0.5629, profile = hertz, share = 0.92723 },
  friction = lugre { sigma0 = 1677.4, mu_c = 92.944, sigma2 = 1112.5, mu_s = 170.47, v_s = 0.0037362, s_ba = 0.999 },
  real = "double",
  step = "implicit",
}
