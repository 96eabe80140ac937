--! 5: mass must be symmetric, but at x = 0, y = 0 item 1 of row 2 is 0 and item 2 of row 1 is 0.1
return mechanism {
  name = "m",
  q = { "x", "y" },
  mass = function(q) return { { 1, 0.1 }, { 0, 1 } } end,
  force = function(q, qd, t, u) return { 0, -9.81 } end,
  constraint = function(q) return { q.y } end,
  contact = function(q) return { q.x, q.y } end,
  friction = coulomb { mu = 0.3 },
  scenario = { duration = 1, dt = 1e-3, q = { 0, 0 } },
}
