-- Newton's steps for the end of an implicit step went to and fro between two places.
return contact {
  name = "to_and_fro",
  model = "distributed",
  grid = { 5, 1 },
  size = { 0.10684, 0.35795 },
  pressure = gradient_line { length = 0.06266, angle = -2.5469, at = { -0.0031465, -0.062345 }, low = 0.94913, high = 1.2195 },
  friction = lugre { sigma0 = 20380, mu_c = 1.3279, sigma1 = 14.314, sigma2 = 0.17173, mu_s = 2.2059, v_s = 0.0019171, s_ba = 0.75316, v_d = 0.0049607 },
  real = "float",
  step = "implicit",
  body = { mass = 0.021388, inertia = 0.00069303, com = { -0.018304, -0.21865 } },
}
