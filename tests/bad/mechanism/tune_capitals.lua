--! 9: tune has M and m, which are the same in capital letters, as the emitted names are; rename one
return mechanism {
  name = "bad",
  q = { "x", "y" },
  kinetic = function(q, qd, t, par) return par.m / 2 * (qd.x ^ 2 + qd.y ^ 2) end,
  constraint = function(q) return { q.y } end,
  force = function(q, qd, t, u, par) return { par.M, 0 } end,
  parameters = { m = 1, M = 2 },
  tune = { m = { 1, 5 }, M = { 1, 5 } },
}
