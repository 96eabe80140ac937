-- A joint: friction of one axis, such as a gearbox, a ball screw or a cable drive.
-- Angles in rad, torques in N m, times in s; with unit = "linear" m and N.
-- `bristle help joint` has all keys.

-- Values that --set F_c=1.5 can replace.
local p = param { F_c = 1.2, F_s = 1.6, load = 5 }

return joint {
  name  = "axis", -- the prefix of all symbols in the emitted C
  about = "A geared axis.",
  unit  = "rotary",

  -- Coulomb and static friction, the Stribeck speed, stiffness and damping of the
  -- bristle, viscous friction; below s_ba of breakaway the bristle is elastic.
  friction = lugre {
    F_c = p.F_c, F_s = p.F_s, v_s = 0.05,
    sigma0 = 900, sigma1 = 1, sigma2 = 0.4, s_ba = 0.8,
  },

  -- What differs for v < 0, and how the level grows with a load (an argument then).
  reverse = { F_c = 1.0, F_s = 1.3 },
  load    = { mu_c = 0.08, mu_s = 0.1, largest = 10 },

  -- What `bristle sim` runs: a torque that grows until the axis breaks away.
  scenario = {
    duration = 2, dt = 0.001, inertia = 0.02,
    drive = function(t) return 3 * math.sin(2 * math.pi * t) end,
    load  = function(t) return p.load end,
  },
}
