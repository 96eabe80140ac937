-- Yields from 0.01 of its limit on, with slopes of pi/2: verify expected 5e-6.
return joint {
  name = "m",
  friction = lugre { F_c = 167.57, sigma2 = 1.4877e+07, sigma0 = 8.8711e+08, sigma1 = 3.5546e+08, s_ba = 0.01 },
  unit = "rotary",
  loop = { inertia = 34.022, kp = 3954.7, kd = 660.25 }, encoder = 0.012229,
  real = "float",
}
