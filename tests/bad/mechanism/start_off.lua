--! 9: no coordinates near the scenario's q satisfy the constraints: constraint 1 is still -0.5; give q that do
return mechanism {
  name = "m",
  q = { "x", "y" },
  mass = function(q) return { { 1, 0 }, { 0, 1 } } end,
  force = function(q, qd, t, u) return { 0, -9.81 } end,
  constraint = function(q) return { math.cos(q.y) - 1.5 + 0.1*q.x^2 } end,
  contact = function(q) return { q.x, q.y } end,
  scenario = { duration = 1, dt = 1e-3, q = { 0, 0 } },
}
