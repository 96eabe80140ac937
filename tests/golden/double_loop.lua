-- Golden: doubles in loops over blocks, with every branch of the law.
return contact {
  name     = "double_loop",
  about    = "A small pad with a hole, kept to show what is emitted.",
  grid     = { 4, 3 },
  size     = { 0.016, 0.009 },
  pressure = map { { 1, 2, 2, 1 }, { 2, 0, 3, 2 }, { 1, 2, 2, 0.5 } },
  friction = lugre { sigma0 = 2e5, sigma1 = 150, sigma2 = 0.3, mu_c = 0.5,
                     mu_s = 0.8, v_s = 2e-3, gamma = 2, s_ba = 0.8, v_d = 0.02 },
}
