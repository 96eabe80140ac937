-- Six cells and a body of 0.6 mg. Damping sets in below v_d = 0.023 m/s and then
-- stops the body within 1e-10 s.
return contact {
  name = "late_damping",
  model = "distributed",
  grid = { 2, 3 },
  size = { 0.00017671, 8.905e-05 },
  pressure = disc { radius = 3.5425e-05, profile = uniform },
  friction = lugre {
    sigma0 = 2.9058e+07, sigma1 = 98023, sigma2 = 1536, mu_c = 47.516, mu_s = 59.395,
    stribeck = function(s) return 47.516*(1 + 0.2*math.exp(-s/3.0427e-05)) end,
    v_d = 0.023295,
  },
  real = "float",
  step = "exponential",
  body = { mass = 5.5054e-07, inertia = 1e-15, contacts = 2, tolerance = 0.067592, frame = "gripper" },
}
