-- A slider-crank: crank, connecting rod and a piston that rubs in its guide. Four
-- coordinates, three constraints: the pins close the loop, the guide is the surface.
-- With mu = 0 and no torque its energy is constant.
local p = param {
  r = 0.05, l = 0.15,            -- m: crank, rod
  Jc = 2e-3, m = 0.3, Jr = 6e-4, -- kg m^2, kg: crank, rod about its middle
  mp = 0.4, g = 9.81,            -- kg: piston
  mu = 0.1,
}

return mechanism {
  name       = "slider_crank",
  q          = { "th", "ph", "x", "y" },
  inputs     = { "tau" },
  parameters = p,
  kinetic = function(q, qd)
    local vx = -p.r * math.sin(q.th) * qd.th - p.l / 2 * math.sin(q.ph) * qd.ph
    local vy = p.r * math.cos(q.th) * qd.th + p.l / 2 * math.cos(q.ph) * qd.ph
    return p.Jc / 2 * qd.th ^ 2 + p.Jr / 2 * qd.ph ^ 2 + p.m / 2 * (vx ^ 2 + vy ^ 2)
      + p.mp / 2 * (qd.x ^ 2 + qd.y ^ 2)
  end,
  potential = function(q)
    return p.g * (p.m * (p.r * math.sin(q.th) + p.l / 2 * math.sin(q.ph)) + p.mp * q.y)
  end,
  force = function(q, qd, t, u) return { u.tau, 0, 0, 0 } end,
  constraint = function(q)
    return {
      p.r * math.cos(q.th) + p.l * math.cos(q.ph) - q.x,
      p.r * math.sin(q.th) + p.l * math.sin(q.ph) - q.y,
      q.y,
    }
  end,
  contact   = function(q) return { q.x, q.y } end,
  surface   = 3,
  friction  = p.mu > 0 and coulomb { mu = p.mu } or nil,
  normal    = "coupled",
  baumgarte = { 50, 50 },
  scenario  = {
    duration = 2, dt = 5e-4, q = { 0, 0, p.r + p.l, 0 }, qd = { 30, -10, 0, 0 },
    input = function(t) return { 0 } end,
  },
}
