--! 7: the function must return rows of 2 numbers and a list with a number for each row, { { ... } }, { ... }, but value 1 is empty
return mechanism {
  name = "m",
  q = { "x", "y" },
  mass = function(q) return { { 1, 0 }, { 0, 1 } } end,
  force = function(q, qd, t, u) return { 0, -9.81 } end,
  velocity_constraint = function(q) return {}, {} end,
  contact = function(q) return { q.x, q.y } end,
  friction = coulomb { mu = 0.3 },
  scenario = { duration = 1, dt = 1e-3, q = { 0, 0 } },
}
