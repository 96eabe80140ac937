-- A bead on a horizontal hoop. Its speed falls as v0/(1 + mu*v0*t/R) for any
-- mass, because the normal force is m*v^2/R.
local p = param { m = 0.1, R = 0.5, v0 = 2.0 }

return mechanism {
  name       = "bead_on_hoop",
  q          = { "x", "y" },
  parameters = p,
  kinetic    = function(q, qd) return p.m / 2 * (qd.x ^ 2 + qd.y ^ 2) end,
  constraint = function(q) return { (q.x ^ 2 + q.y ^ 2 - p.R ^ 2) / (2 * p.R) } end,
  contact    = function(q) return { q.x, q.y } end,
  friction   = coulomb { mu = 0.2 },
  baumgarte  = { 20, 20 },
  scenario   = { duration = 5, dt = 2e-3, q = { p.R, 0 }, qd = { 0, p.v0 } },
}
