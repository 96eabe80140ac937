-- Damping of bent bristles turns with the slip, far below v_s: 337 of its times in one step.
return contact {
  name = "m",
  model = "compressed",
  grid = { 13, 14 },
  size = { 0.00053499, 0.00014929 },
  pressure = rectangle { size = { 7.2406e-05, 6.2753e-05 }, angle = 1.3222, profile = soft { k = 11.587 }, share = 0.59102 } + line { length = 3.1012e-05, angle = -0.36218, profile = hertz, share = 0.4346 },
  friction = lugre { sigma0 = 1e+10, mu_c = 402.5, sigma1 = 1e+06, sigma2 = 5.8039e-06, mu_s = 485.57, v_s = 0.36385 },
  real = "float",
  step = "exponential",
  unroll = "full",
  bristles = { count = 3 },
  body =  { mass = 6.0744e-07, inertia = 1.3173e-14, contacts = 2, tolerance = 0.1 },
}
