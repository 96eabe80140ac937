-- Implicit steps show no order until they resolve the bend, 0.1 % of zmax.
return contact {
  name = "m",
  model = "reduced",
  grid = { 7, 4 },
  size = { 3.7466e-05, 4.8915e-05 },
  pressure = map {  { 0.94338, 0.32852, 0.069343, 0, 0, 0, 0 },  { 0, 0, 0, 0, 0, 0.88543, 0 },  { 0, 0.38332, 0, 0, 0, 0, 0.060461 },  { 0, 0.030151, 0, 0, 0, 0.087409, 0.13949 } },
  friction = lugre { sigma0 = 2.5923e+09, mu_c = 16.842, sigma1 = 1e+06, sigma2 = 7.2968e-07, mu_s = 24.225, v_s = 3.3944e-06, gamma = 2, s_ba = 0.999 },
  real = "double",
  step = "implicit",
}
