--! 8: sigma0^2 gamma (mu_s - mu_c)/(v_s^gamma mu_c^3 (1 - s_ba)) is 4e+41, which the derivatives of a float solver cannot hold; take a larger v_s, a smaller sigma0, or real = "double"
return contact {
  name = "m",
  model = "reduced",
  grid = { 7, 1 },
  size = { 6.1023e-06, 1.3291e-05 },
  pressure = disc { radius = 1.4042e-06, at = { 1.0686e-06, -1.9179e-06 }, profile = soft { k = 30 } },
  friction = lugre { sigma0 = 1e+10, mu_c = 0.0075872, sigma1 = 1e+06, sigma2 = 50.022, mu_s = 0.010958, v_s = 3.8733e-06, gamma = 3, s_ba = 0.9, v_d = 0.095773 },
  real = "float",
  step = "euler",
}
