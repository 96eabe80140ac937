-- Springs of 140 N/m throw the body off at breakaway: 1 % of their length is 4 % of its speed.
return contact {
  name = "m",
  model = "distributed",
  grid = { 1, 1 },
  size = { 0.79296, 0.79296 },
  pressure = map {  { 2.7193e-07 } },
  friction = lugre { sigma0 = 142.68, mu_c = 11.314, sigma1 = 0.00064309, mu_s = 49.76, v_s = 5.5698e-05, gamma = 4, s_ba = 0.999, v_d = 1208.4 },
  real = "double",
  step = "exponential",
  body =  { mass = 70.536, inertia = 14079, com = { 0.28371, -0.020222 }, gravity = { 0, -0.0034721 }, tolerance = 0.027678 },
}
