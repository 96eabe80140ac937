-- A slider: an object that is pushed over a table and comes to rest. The exact
-- distribution of its pressure is unknown; an ellipsoid of forces and torque
-- stands for it. Lengths in m, forces in N, times in s, masses in kg, angles in
-- rad. `bristle help slider` has all keys.

-- Values that --set mu=0.4 can replace.
local p = param { mass = 1.0, length = 0.2, width = 0.1, mu = 0.3, push = 6 }

return slider {
  name  = "box", -- the prefix of all symbols in the emitted C
  about = "A box that is pushed off centre.",

  mass    = p.mass,
  inertia = p.mass * (p.length ^ 2 + p.width ^ 2) / 12,
  height  = 0.02, -- of the centre of mass above the table: the box may tip
  mu      = p.mu,

  -- The base, relative to the centre of mass; its pressure gives the largest
  -- torque of friction. Also disc, annulus, polygon, map, image, function(x, y).
  patch = rectangle { size = { p.length, p.width } },

  -- What `bristle sim` runs: a push for 0.3 s, then the box slides on and stops.
  scenario = {
    duration = 1.2, dt = 0.002,
    q = { 0, 0, 0 }, -- x, y, angle at the start
    v = { 0, 0, 0 },
    load = function(t, x, y, angle, vx, vy, w)
      if t >= 0.3 then return 0, 0, 0 end
      -- Along the box, 2 cm beside its centre of mass: fx, fy, torque.
      return p.push * math.cos(angle), p.push * math.sin(angle), 0.02 * p.push
    end,
  },
}
