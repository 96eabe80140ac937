-- A damper slows the body within the step: pose, velocity and bristles err alike, the whole by more than each.
return contact {
  name = "m",
  model = "distributed",
  grid = { 1, 2 },
  size = { 0.0036072, 0.012493 },
  pressure = function(x, y) return math.exp(-(x/0.00057455)^2 - (y/0.004648)^2)*(1 + 0.47856*x/0.0036072) end,
  friction = lugre { sigma0 = 8.736e+05, mu_c = 1.4832, sigma1 = 2741.1, sigma2 = 2.3499, mu_s = 2.6505, v_s = 0.013892, gamma = 2 },
  real = "float",
  step = "euler",
  body =  { mass = 0.034629, inertia = 3.1132e-05 },
}
