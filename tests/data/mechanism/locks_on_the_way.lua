-- Friction locks on the way of Newton's method to a motion in which it does not.
return mechanism {
  name = "m",
  q = { "x", "y" },
  inputs = { "push" },
  mass = function(q) return { { 0.010713, 0 }, { 0, 0.010713 } } end,
  force = function(q, qd, t, u) return { u.push, -0.10509 } end,
  constraint = function(q) return { q.y } end,
  contact = function(q, t) return { q.x, q.y } end,
  friction = lugre { sigma0 = 1.7756e+05, mu_c = 0.4833, sigma1 = 327.87, sigma2 = 4.0713, mu_s = 0.69768, v_s = 0.00066695, gamma = 2, s_ba = 0.50837 },
  normal = "coupled",
  real = "double",
  scenario = {
    duration = 1, dt = 1e-3, q = { -0.20008, 0 },
    input = function(t) return { 0.21193*math.sin(9*t) } end,
  },
}
