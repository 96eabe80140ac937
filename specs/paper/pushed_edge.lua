-- Section 6.2 of the planar-sliding paper: a force pushes the square of 6.1 across
-- its left edge, 2.5 mm below the middle of the edge, in pulses.
local p = param { side = 0.05, mass = 0.5, period = 0.1 }

return slider {
  name      = "pushed_edge",
  about     = "A square pushed at its edge, as in section 6.2 of the paper.",
  mass      = p.mass,
  inertia   = p.mass * p.side ^ 2 / 6,
  height    = 0.08,
  mu        = 0.31,
  ellipsoid = { et = 1, eo = 1, er = 0.01 },
  gravity   = 9.8,
  patch     = rectangle { size = { p.side, p.side } },
  scenario  = {
    duration = 3, dt = 0.01, v = { 0.2, 0.3, 0 }, snapshot = 0.05,
    load = function(t, x, y, angle)
      local push = 2.2 + 2 * math.cos(2 * math.pi * t / p.period)
      return push * math.cos(angle), push * math.sin(angle), 0.0025 * push
    end,
  },
}
