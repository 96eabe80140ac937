--! 8: sigma0 cannot be tuned; numbers that can are kappa, eta, sigma2, mu_c, mu_s, v_s, s_ba, v_d
return contact {
  name     = "pad",
  grid     = { 2, 2 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 },
  friction = lugre { stiffness = "area", kappa = 1e9, mu_c = 1.0 },
  tune     = { sigma0 = { 1e4, 1e6 } },
}
