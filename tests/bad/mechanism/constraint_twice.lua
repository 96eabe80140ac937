--! 7: the 2 constraints are not independent: only 1 are; leave out the others
return mechanism {
  name = "m",
  q = { "x", "y", "z" },
  mass = function(q) return { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } end,
  force = function(q, qd, t, u) return { 0, -9.81, 0 } end,
  constraint = function(q) return { q.y, 2*q.y } end,
  contact = function(q) return { q.x, q.y } end,
  friction = coulomb { mu = 0.3 },
  scenario = { duration = 1, dt = 1e-3, q = { 0, 0, 0 } },
}
