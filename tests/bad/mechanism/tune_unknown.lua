--! 8: mass cannot be tuned; numbers that can are m
return mechanism {
  name = "bad",
  q = { "x", "y" },
  kinetic = function(q, qd, t, par) return par.m / 2 * (qd.x ^ 2 + qd.y ^ 2) end,
  constraint = function(q) return { q.y } end,
  parameters = { m = 1 },
  tune = { mass = { 1, 5 } },
}
