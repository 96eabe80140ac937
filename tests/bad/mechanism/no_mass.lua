--! 2: mechanism needs mass = function(q) and force, or kinetic and potential energy
return mechanism {
  name = "m",
  q = { "x", "y" },
  force = function(q, qd, t, u) return { 0, -9.81 } end,
  constraint = function(q) return { q.y } end,
  contact = function(q) return { q.x, q.y } end,
  friction = coulomb { mu = 0.3 },
  scenario = { duration = 1, dt = 1e-3, q = { 0, 0 } },
}
