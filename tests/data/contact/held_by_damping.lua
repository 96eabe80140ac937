-- A body under a load that fading damping holds far below v_s: an error of 1 % of v_s lets it go.
return contact {
  name = "held_by_damping",
  model = "reduced",
  grid = { 2, 2 },
  size = { 1.6847e-05, 1.6847e-05 },
  pressure = gradient_line { length = 5.9753e-06, angle = 0.5779, at = { 2.2443e-06, 2.8068e-06 }, low = 0.65761, high = 0.3159, share = 0.88893 } + line { length = 9.6023e-06, angle = 2.9555, share = 0.80438 },
  friction = lugre { sigma0 = 1.759e+05, mu_c = 0.0010887, sigma1 = 6072.2, sigma2 = 0.00045329, mu_s = 0.0011551, v_s = 0.00018253, v_d = 1e-06 },
  real = "double",
  step = "implicit",
  limit_surface = { tolerance = 1e-2 },
  body =  { mass = 1.8688e-05, inertia = 9.6427e-13, com = { -7.1762e-06, -4.8692e-06 } },
}
