-- curved_surface
return contact {
  name = "curved_surface",
  model = "reduced",
  grid = { 9, 5 },
  size = { 0.23175, 0.11954 },
  pressure = function(x, y) return math.exp(-(x/0.024129)^2 - (y/0.014347)^2)*(1 + 0.31164*x/0.23175) end,
  friction = lugre { sigma0 = 10169, mu_c = 1.1636, sigma1 = 6.0066, sigma2 = 0.040653, mu_s = 1.7601, v_s = 0.00023295, gamma = 2, s_ba = 0.84457, v_d = 0.002973 },
  real = "double",
  step = "exponential",
  unroll = "full",
  body =  { mass = 0.028702, inertia = 0.0059732, contacts = 2 },
}
