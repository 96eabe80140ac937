-- The power of Dahl's law changes its form within a hundred thousandth of the slip.
return mechanism {
  name = "m",
  q = { "x", "y" },
  inputs = { "push" },
  mass = function(q) return { { 1e+06, 0 }, { 0, 1e+06 } } end,
  force = function(q, qd, t, u) return { u.push, -6.47e+06 } end,
  constraint = function(q) return { q.y } end,
  contact = function(q, t) return { q.x, q.y } end,
  friction = dahl { sigma = 1.1454e+06, mu = 9.7547, alpha = 1.5 },
  normal = "coupled",
  real = "double",
  scenario = {
    duration = 1, dt = 1e-3, q = { -0.00064727, 0 },
    input = function(t) return { 5.0249e+06*math.sin(9*t) } end,
  },
}
