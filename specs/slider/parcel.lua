-- A parcel on a sorting table: a pusher pushes the parcel off centre for a quarter of
-- a second, then the parcel slides on and comes to rest. Its weight is spread evenly,
-- so that the size of its base determines the largest torque of friction.
local p = param { mass = 1.2, length = 0.3, width = 0.2, mu = 0.35, push = 9 }

return slider {
  name     = "parcel",
  about    = "A parcel that is pushed off centre on a sorting table.",
  mass     = p.mass,
  inertia  = p.mass * (p.length ^ 2 + p.width ^ 2) / 12,
  height   = 0.06,
  mu       = p.mu,
  patch    = rectangle { size = { p.length, p.width } },
  scenario = {
    duration = 0.8, dt = 0.001, snapshot = 0.08,
    load = function(t, x, y, angle)
      if t >= 0.25 then return 0, 0, 0 end
      -- The force acts on the short side on the left, 3 cm below its middle.
      return p.push * math.cos(angle), p.push * math.sin(angle), 0.03 * p.push
    end,
  },
}
