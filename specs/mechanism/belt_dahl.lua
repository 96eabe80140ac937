-- A block on a moving belt, held by a spring; friction by Dahl's model.
-- Dahl's model has no static friction above the sliding friction: the belt drags
-- the block along once, then the block slides, without stick-slip.
-- The contact point is in the frame of the belt, so its slip is the relative slip.
local p = param { m = 1.0, k = 100.0, vb = 0.1, g = 9.81 }

return mechanism {
  name       = "belt_dahl",
  q          = { "x", "y" },
  parameters = p,
  kinetic    = function(q, qd) return p.m / 2 * (qd.x ^ 2 + qd.y ^ 2) end,
  potential  = function(q) return p.k / 2 * q.x ^ 2 + p.m * p.g * q.y end,
  constraint = function(q) return { q.y } end,
  contact    = function(q, t) return { q.x - p.vb * t, q.y } end,
  friction   = dahl { sigma = 2e5, mu = 0.4 },
  scenario   = { duration = 5, dt = 1e-3, q = { 0, 0 }, qd = { p.vb, 0 } },
}
