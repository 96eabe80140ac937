-- The block on a belt of specs/mechanism/belt_lugre.lua with numbers that change at
-- run time, turned by a lever so that its functions call sin and cos.
return mechanism {
  name       = "belt",
  q          = { "x", "y" },
  inputs     = { "fx" },
  parameters = { m = 1.0, k = 100.0, vb = 0.1 },
  tune       = { m = { 0.5, 2 }, vb = { 0.05, 0.2 } },
  kinetic    = function(q, qd, t, par) return par.m/2*(qd.x^2 + qd.y^2) end,
  potential  = function(q, t, par) return par.k/2*q.x^2 + par.m*9.81*q.y - math.cos(3*q.x) end,
  force      = function(q, qd, t, u) return { u.fx*math.cos(q.x), u.fx*math.sin(q.x) } end,
  constraint = function(q) return { q.y } end,
  contact    = function(q, t, par) return { q.x - par.vb*t, q.y } end,
  friction   = lugre { sigma0 = 1e5, sigma1 = 100, mu_c = 0.3, mu_s = 0.5, v_s = 1e-3 },
}
