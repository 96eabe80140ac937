--! 9: surface must be the number of a constraint, 1 to 1, or a list of them, got 2
return mechanism {
  name = "m",
  q = { "x", "y" },
  mass = function(q) return { { 1, 0 }, { 0, 1 } } end,
  force = function(q, qd, t, u) return { 0, -9.81 } end,
  constraint = function(q) return { q.y } end,
  contact = function(q) return { q.x, q.y } end,
  surface = 2,
  friction = coulomb { mu = 0.3 },
  scenario = { duration = 1, dt = 1e-3, q = { 0, 0 } },
}
