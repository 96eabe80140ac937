-- A block on a moving belt, held by a spring; friction by LuGre.
-- Static friction exceeds the sliding friction: the block sticks and slips in turn.
-- The contact point is in the frame of the belt, so its slip is the relative slip.
local p = param { m = 1.0, k = 100.0, vb = 0.1, g = 9.81 }

return mechanism {
  name       = "belt_lugre",
  q          = { "x", "y" },
  parameters = p,
  kinetic    = function(q, qd) return p.m / 2 * (qd.x ^ 2 + qd.y ^ 2) end,
  potential  = function(q) return p.k / 2 * q.x ^ 2 + p.m * p.g * q.y end,
  constraint = function(q) return { q.y } end,
  contact    = function(q, t) return { q.x - p.vb * t, q.y } end,
  friction   = lugre { sigma0 = 1e5, sigma1 = 100, mu_c = 0.3, mu_s = 0.5, v_s = 1e-3 },
  scenario   = { duration = 5, dt = 1e-3, q = { 0, 0 }, qd = { p.vb, 0 } },
}
