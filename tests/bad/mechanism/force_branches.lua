--! 6: bristle also calls the function with symbols, which cannot be compared; write the function without a branch, with smooth functions such as math.tanh or math.sqrt(x*x + eps)
return mechanism {
  name = "m",
  q = { "x", "y" },
  mass = function(q) return { { 1, 0 }, { 0, 1 } } end,
  force = function(q, qd, t, u) if q.x > 0 then return { 1, -9.81 } end return { 0, -9.81 } end,
  constraint = function(q) return { q.y } end,
  contact = function(q) return { q.x, q.y } end,
  friction = coulomb { mu = 0.3 },
  scenario = { duration = 1, dt = 1e-3, q = { 0, 0 } },
}
