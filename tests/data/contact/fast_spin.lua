-- The spin is so large that a pose moved by 1e-7 m crosses a seam of the table.
return contact {
  name = "fast_spin",
  model = "reduced",
  grid = { 1, 1 },
  size = { 0.0025537, 0.0011245 },
  pressure = map {  { 0.03422 } },
  friction = lugre { sigma0 = 3.6658e+05, mu_c = 0.89472, sigma1 = 336.82, sigma2 = 0.019954, mu_s = 1.4623, v_s = 0.022419, v_d = 0.010453 },
  real = "double",
  step = "euler",
  limit_surface = { resolution = 20 },
  body =  { mass = 0.016149, inertia = 8.8773e-07 },
}
