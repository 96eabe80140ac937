-- The solver makes 64 steps of one, which verify did not try.
return mechanism {
  name = "many_parts",
  q = { "x", "y" },
  inputs = { "push" },
  mass = function(q) return { { 0.24675, 0 }, { 0, 0.24675 } } end,
  force = function(q, qd, t, u) return { u.push, -2.4206 } end,
  constraint = function(q) return { q.y } end,
  contact = function(q, t) return { q.x, q.y } end,
  friction = dahl { sigma = 76676, mu = 0.049337, alpha = 3 },
  normal = "coupled",
  baumgarte = { 64.716, 64.716 },
  real = "double",
  scenario = {
    duration = 1, dt = 1e-3, q = { -0.011773, 0 },
    input = function(t) return { 4.5396*math.sin(9*t) } end,
  },
}
