-- The pad of a gripper for a controller at 1 kHz: three bristles tied together
-- by the pad's limit surface, in single precision.
return contact {
  name          = "loop",
  model         = "reduced",
  real          = "float",
  grid          = { 21, 21 },
  size          = { 0.02, 0.02 },
  pressure      = disc { radius = 0.01, profile = hertz },
  friction      = lugre {
    sigma0 = 1e5, sigma1 = 50, sigma2 = 0.2, v_d = 5e-3,
    mu_c = 0.8, mu_s = 1, v_s = 1e-3, s_ba = 0.9,
  },
}
