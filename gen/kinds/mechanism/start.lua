-- A mechanism: a ring slides down a straight bar, which rubs. Masses and forces
-- (or energies) and what is constrained are given; bristle derives the equations
-- of motion, the normal force and the friction. SI units, angles in rad.
-- `bristle help mechanism` has all keys.
--
-- The functions are called with symbols, too: they must not branch on q, qd, t
-- or u, and use smooth functions only.

-- Values that --set mu=0.4 can replace.
local p = param { m = 0.5, slope = 0.6, mu = 0.2, g = 9.81 }

return mechanism {
  name  = "ring", -- the prefix of all symbols in the emitted C
  about = "A ring on an inclined bar.",

  q          = { "x", "y" }, -- the coordinates
  inputs     = { "F" },      -- forces that the caller gives, here along x
  parameters = p,            -- numbers for the emitted header
  baumgarte  = { 10, 10 },   -- pulls rounding errors back onto the constraint

  -- Energies and the other forces; or mass = function(q) with all forces.
  kinetic   = function(q, qd) return p.m / 2 * (qd.x ^ 2 + qd.y ^ 2) end,
  potential = function(q) return p.m * p.g * q.y end,
  force     = function(q, qd, t, u) return { u.F, 0 } end,

  -- What must stay 0: the bar, y = -slope * x, as a distance from it.
  constraint = function(q)
    return { (q.y + p.slope * q.x) / math.sqrt(1 + p.slope ^ 2) }
  end,
  -- The point that rubs.
  contact  = function(q) return { q.x, q.y } end,
  friction = coulomb { mu = p.mu }, -- or dahl { ... }, lugre { ... }

  -- What `bristle sim` runs: the ring slides, and a force brakes it.
  scenario = {
    duration = 1, dt = 1e-3,
    q  = { 0, 0 }, -- at the start; moved onto the constraint if it misses it
    qd = { 0, 0 },
    input = function(t) return { t < 0.5 and 0 or -2 } end,
  },
}
