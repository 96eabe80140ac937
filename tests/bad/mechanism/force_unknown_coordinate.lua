--! 6: no value has the name "z"; the names are x, y
return mechanism {
  name = "m",
  q = { "x", "y" },
  mass = function(q) return { { 1, 0 }, { 0, 1 } } end,
  force = function(q, qd, t, u) return { q.z, -9.81 + q.z } end,
  constraint = function(q) return { q.y } end,
  contact = function(q) return { q.x, q.y } end,
  friction = coulomb { mu = 0.3 },
  scenario = { duration = 1, dt = 1e-3, q = { 0, 0 } },
}
