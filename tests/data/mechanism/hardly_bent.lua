-- Bristles of 12 nm that break away at 50 nm: an error of 0.02 nm is no share of the friction.
return mechanism {
  name = "m",
  q = { "x", "y" },
  inputs = { "push" },
  mass = function(q) return { { 63152, 0 }, { 0, 63152 } } end,
  force = function(q, qd, t, u) return { u.push, -699.79 } end,
  constraint = function(q) return { q.y } end,
  contact = function(q, t) return { q.x, q.y } end,
  friction = lugre { sigma0 = 91.103, mu_c = 4.8103e-06, sigma1 = 0.00027056, mu_s = 1.2096e-05, v_s = 2.2599 },
  normal = "coupled",
  real = "float",
  scenario = {
    duration = 1, dt = 1e-3, q = { 0.0001057, 0 },
    input = function(t) return { 1.5627e+06*math.sin(9*t) } end,
  },
}
