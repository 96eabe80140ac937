-- Slips of 1e-11 m/s turn within any step of a difference.
return mechanism {
  name = "it",
  q = { "x", "y" },
  inputs = { "push" },
  mass = function(q) return { { 42.715, 0 }, { 0, 42.715 } } end,
  force = function(q, qd, t, u) return { u.push, -107.6 } end,
  constraint = function(q) return { (q.x^2 + q.y^2 - 0.97273)/1.9725 } end,
  contact = function(q, t) return { q.x, q.y } end,
  friction = lugre { sigma0 = 793.34, mu_c = 16.001, sigma1 = 50.097, sigma2 = 65.794, mu_s = 18.082, v_s = 0.34813, gamma = 4 },
  normal = "coupled",
  real = "double",
  scenario = {
    duration = 1, dt = 1e-3, q = { 0, -0.98627 },
    input = function(t) return { 5.1693*math.sin(9*t) } end,
  },
}
