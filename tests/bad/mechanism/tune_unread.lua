--! 10: no function reads par.k, so tuning it would change nothing; write function(q, t, par), with par as the last argument, and par.k
local k = 3
return mechanism {
  name = "bad",
  q = { "x", "y" },
  kinetic = function(q, qd, t, par) return par.m / 2 * (qd.x ^ 2 + qd.y ^ 2) end,
  constraint = function(q) return { q.y } end,
  force = function(q) return { -k * q.x, 0 } end,
  parameters = { m = 1, k = k },
  tune = { k = { 1, 5 } },
}
