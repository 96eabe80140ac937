--! 7: tune has ranges of parameters, but the mechanism has none: add parameters = { m1 = 1.0 }, which functions get as their last argument, par.m1
return mechanism {
  name = "bad",
  q = { "x", "y" },
  kinetic = function(q, qd) return qd.x ^ 2 + qd.y ^ 2 end,
  constraint = function(q) return { q.y } end,
  tune = { m = { 1, 5 } },
}
