-- Section 6.1 of the planar-sliding paper: a square is thrown on a table and
-- comes to rest; the paper's run ends after 0.45 s, just before that. The paper does
-- not state the inertia; here it is the inertia of a flat square.
local p = param { side = 0.05, mass = 0.5 }

return slider {
  name      = "thrown_square",
  about     = "A square thrown on a table, as in section 6.1 of the paper.",
  mass      = p.mass,
  inertia   = p.mass * p.side ^ 2 / 6,
  height    = 0.08,
  mu        = 0.31,
  ellipsoid = { et = 1, eo = 1, er = 0.01 },
  gravity   = 9.8,
  patch     = rectangle { size = { p.side, p.side } },
  scenario  = { duration = 0.5, dt = 0.01, v = { 0.7, 0.9, 10 }, snapshot = 0.03 },
}
