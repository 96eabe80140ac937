-- Damping multiplies the rounding of a float table's slopes.
return contact {
  name = "damped_table_in_float",
  model = "reduced",
  grid = { 1, 2 },
  size = { 0.23424, 0.046874 },
  pressure = disc { radius = 0.018615, at = { -0.038465, 0.0043459 }, share = 0.94652 } + disc { radius = 0.018169, at = { 0.009892, 0.0017182 }, profile = soft { k = 1.8361 }, share = 0.98505 },
  friction = lugre { sigma0 = 4.6298e+05, mu_c = 0.31806, sigma1 = 2174.8, sigma2 = 0.1649, mu_s = 0.60046, v_s = 0.044625, gamma = 2, s_ba = 0.60218, v_d = 0.59165 },
  real = "float",
  step = "exponential",
  torsion = "matched",
  body =  { mass = 0.022422, inertia = 0.0062037, contacts = 2, tolerance = 0.0009117 },
}
