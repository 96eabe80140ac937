-- A round pad on 16 bristles in place of 373 cells. They still show the partial
-- slip before the whole pad slides, in a small part of the time.
return contact {
  name     = "few_bristles",
  model    = "compressed",
  bristles = 16,
  grid     = { 21, 21 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 },
  friction = lugre {
    sigma0 = 1e6, sigma1 = 8e2, sigma2 = 0.2,
    mu_c = 1.0, mu_s = 1.2, v_s = 1e-3, gamma = 2, s_ba = 0.9,
  },
}
