--! 5: kinetic energy must grow with every velocity, but at x = 0, y = 0, with m = -1 it is not: its minor of order 1 is not positive
return mechanism {
  name = "bad",
  q = { "x", "y" },
  kinetic = function(q, qd, t, par) return par.m / 2 * (qd.x ^ 2 + qd.y ^ 2) end,
  constraint = function(q) return { q.y } end,
  parameters = { m = 1 },
  tune = { m = { -1, 5 } },
}
