-- The tolerance of the body is below the rounding of float.
return contact {
  name = "m",
  model = "distributed",
  grid = { 5, 3 },
  size = { 3.0954e-06, 3.0954e-06 },
  pressure = map { { 0.047375, 0.84524, 0.012573, 0.016403, 0.15668 }, { 0.045708, 0.64661, 0.028322, 0.11646, 0.030662 }, { 0.74284, 0.12273, 0.88091, 0.12398, 0.90536 } },
  friction = lugre { sigma0 = 5.7665e+09, mu_c = 0.055863, sigma1 = 15095, sigma2 = 7.6633e-05, mu_s = 0.1584, v_s = 0.01498 },
  real = "float",
  step = "implicit",
  body = { mass = 3.6594e-08, inertia = 1.6646e-15, gravity = { 0, -1260.4 }, contacts = 2, tolerance = 1.0587e-08 },
}
