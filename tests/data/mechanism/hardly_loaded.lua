-- Bristles of 1e-6 N bend within far less than a micronewton.
return mechanism {
  name = "it",
  q = { "x", "y" },
  inputs = { "push" },
  mass = function(q) return { { 3.0734, 0 }, { 0, 3.0734 } } end,
  force = function(q, qd, t, u) return { u.push, -0.42621 } end,
  constraint = function(q) return { (q.x^2 + q.y^2 - 1.5405e+05)/784.99 } end,
  contact = function(q, t) return { q.x, q.y } end,
  friction = dahl { sigma = 5429.2, mu = 1.7713e-05, alpha = 1.5 },
  real = "double",
  scenario = {
    duration = 1, dt = 1e-3, q = { 0, -392.5 },
    input = function(t) return { 0.11257*math.sin(9*t) } end,
  },
}
