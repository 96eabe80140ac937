-- A block on a floor, pushed by F: the smallest mechanism. The floor is a
-- constraint; its reaction is the normal force m*g, which determines friction.
local p = param { m = 2.0, g = 9.81 }

return mechanism {
  name       = "sliding_block",
  q          = { "x", "y" },
  inputs     = { "F" },
  parameters = p,
  mass       = function(q) return { { p.m, 0 }, { 0, p.m } } end,
  force      = function(q, qd, t, u) return { u.F, -p.m * p.g } end,
  constraint = function(q) return { q.y } end,
  contact    = function(q) return { q.x, q.y } end,
  friction   = coulomb { mu = 0.3, mu_s = 0.4 },
  -- The block starts to move when F exceeds mu_s*m*g = 7.85 N, and stops again.
  scenario   = {
    duration = 6, dt = 5e-3, q = { 0, 0 },
    input = function(t) return { 9 * math.sin(t) } end,
  },
}
