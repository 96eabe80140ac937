-- The force along y, across which nothing slips, falls within a step, by its third power.
return mechanism {
  name = "m",
  q = { "x", "y" },
  inputs = { "push" },
  mass = function(q) return { { 0.0031733, 0 }, { 0, 0.0031733 } } end,
  force = function(q, qd, t, u) return { u.push, -0.03113 } end,
  constraint = function(q) return { q.y } end,
  contact = function(q, t) return { q.x - 0.42918*t, q.y } end,
  friction = dahl { sigma = 10463, mu = 0.020284, alpha = 3 },
  baumgarte = { 4.6549, 4.6549 },
  real = "float",
  scenario = {
    duration = 1, dt = 1e-3, q = { 0.16286, 0 },
    input = function(t) return { 0.015735*math.sin(9*t) } end,
  },
}
