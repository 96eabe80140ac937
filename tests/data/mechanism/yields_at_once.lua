-- Bristles yield within a picosecond: their residual has the rounding of the slip, thousands of times.
return mechanism {
  name = "m",
  q = { "a", "b" },
  inputs = { "push" },
  mass = function(q) return { { 78.859, 27.21*math.cos(q.a - q.b) }, { 27.21*math.cos(q.a - q.b), 34.923 } } end,
  force = function(q, qd, t, u) return { u.push - 0.1*qd.a - 27.21*math.sin(q.a - q.b)*qd.b^2, 27.21*math.sin(q.a - q.b)*qd.a^2 - 0.1*qd.b } end,
  constraint = function(q) return { 76.206*math.sin(q.a) + 97.807*math.sin(q.b) - 38.103 } end,
  contact = function(q, t) return { 76.206*math.cos(q.a) + 97.807*math.cos(q.b), 76.206*math.sin(q.a) + 97.807*math.sin(q.b) } end,
  friction = lugre { sigma0 = 7.3248e+08, mu_c = 7.85e-05, sigma1 = 21800, sigma2 = 10000, mu_s = 0.00018796, v_s = 0.00059036, gamma = 2, v_d = 2.5188e-06 },
  real = "double",
  scenario = {
    duration = 1, dt = 1e-3, q = { 0.5236, 0 },
    input = function(t) return { 9.9285e-06*math.sin(9*t) } end,
  },
}
