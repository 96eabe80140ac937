--! 6: the function returns 1 at x = 0, y = 0, x = 0, y = 0, t = 0, but with symbols the value is 0; does the function branch on == or on type()? Write the function without a branch
return mechanism {
  name = "m",
  q = { "x", "y" },
  mass = function(q) return { { 1, 0 }, { 0, 1 } } end,
  force = function(q, qd, t, u) return { type(q.x) == "number" and 1 or 0, -9.81 } end,
  constraint = function(q) return { q.y } end,
  contact = function(q) return { q.x, q.y } end,
  friction = coulomb { mu = 0.3 },
  scenario = { duration = 1, dt = 1e-3, q = { 0, 0 } },
}
