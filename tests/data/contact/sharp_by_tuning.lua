-- s_ba is sharper at a corner of the box than in the spec.
return contact {
  name = "sharp_by_tuning",
  model = "ellipsoid",
  grid = { 3, 1 },
  size = { 0.08602, 0.095982 },
  pressure = polygon { { 0.00095848, 0.035088 }, { -0.016299, 0.0063129 }, { -0.0040714, -0.022562 }, { 0.02301, -0.012467 }, { 0.011408, 0.012896 } },
  friction = lugre { sigma0 = 7.0752e+06, mu_c = 0.11118, sigma1 = 7158.3, sigma2 = 0.24358, mu_s = 0.1278, v_s = 0.0028738, s_ba = 0.94679 },
  real = "float",
  step = "exponential",
  unroll = "loop",

  tune = { s_ba = { 0.867668542, 0.999 } },
}
