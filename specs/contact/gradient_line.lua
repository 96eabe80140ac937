-- An edge that presses harder towards one end: one column of cells.
return contact {
  name     = "gradient_line",
  grid     = { 21, 21 },
  size     = { 0.02, 0.02 },
  pressure = gradient_line { length = 0.02 },
  friction = lugre {
    sigma0 = 1e6, sigma1 = 8e2, sigma2 = 0.2,
    mu_c = 1.0, mu_s = 1.2, v_s = 1e-3, gamma = 2, s_ba = 0.9,
  },
}
