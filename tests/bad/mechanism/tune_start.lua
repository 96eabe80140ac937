--! 9: no coordinates near the scenario's q satisfy the constraints, with r = -1: constraint 1 is still 1; give q that do
return mechanism {
  name = "bad",
  q = { "x", "y" },
  kinetic = function(q, qd) return qd.x ^ 2 + qd.y ^ 2 end,
  constraint = function(q, t, par) return { q.x ^ 2 + q.y ^ 2 - par.r } end,
  parameters = { r = 1 },
  tune = { r = { -1, 5 } },
  scenario = { duration = 1, dt = 1e-3, q = { 1, 0 } },
}
