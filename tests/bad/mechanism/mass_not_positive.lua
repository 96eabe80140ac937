--! 5: mass must be positive definite, but at x = 0, y = 0 it is not: its minor of order 2 is not positive
return mechanism {
  name = "m",
  q = { "x", "y" },
  mass = function(q) return { { 1, 2 }, { 2, 1 } } end,
  force = function(q, qd, t, u) return { 0, -9.81 } end,
  constraint = function(q) return { q.y } end,
  contact = function(q) return { q.x, q.y } end,
  friction = coulomb { mu = 0.3 },
  scenario = { duration = 1, dt = 1e-3, q = { 0, 0 } },
}
