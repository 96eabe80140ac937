-- A contact: a soft round pad on a plate, with a body that a load pulls.
-- Lengths in m, forces in N, times in s, masses in kg, angles in rad.
-- `bristle help contact` has all keys; `bristle check` shows what follows from
-- the numbers, `bristle sim FILE -o motion.csv --plot motion.svg` the motion.

-- Values that --set mu=0.8 can replace.
local p = param { mu = 0.6, radius = 0.01, load = 10 }

return contact {
  name  = "pad", -- the prefix of all symbols in the emitted C
  about = "A round pad on a plate.",

  -- "distributed": a bristle for each cell, the reference for the others;
  -- "compressed": a few bristles, for small processors; "reduced" and
  -- "ellipsoid": three bristles. See WHICH MODEL in bristle-spec(5).
  model = "distributed",

  -- The patch: cells along x and y, the size of the grid, and the pressure.
  -- Other surfaces: rectangle {}, annulus, polygon, line, map, image "pad.pgm",
  -- function(x, y) ... end, and sums of these.
  grid     = { 15, 15 },
  size     = { 2 * p.radius, 2 * p.radius },
  pressure = disc { radius = p.radius, profile = hertz },

  friction = lugre {
    sigma0 = 1e4,    -- 1/m: stiffness of the bristles per newton of load; the
                     -- contact gives mu_s/sigma0 = 0.07 mm before it slides
    sigma1 = 20,     -- s/m: damping of the bristles ...
    v_d    = 0.01,   -- m/s: ... which fades above this speed
    sigma2 = 0.1,    -- s/m: viscous friction
    mu_c   = p.mu,   -- while sliding
    mu_s   = 1.2 * p.mu, v_s = 5e-3, -- to break away; the speed of the change
    s_ba   = 0.9,    -- elasto-plastic: a held contact does not creep
  },

  -- The body that rests on the patch. Without it the emitted code has no
  -- _body_step, and the scenario needs twist = function(t) in place of load.
  body = {
    mass = 1, inertia = 1e-3,
    frame = "body", -- the patch is fixed to the body and moves with it
  },

  -- What `bristle sim` runs: the pull rises until the pad breaks away.
  scenario = {
    duration = 1, dt = 0.005,
    fn   = p.load,
    load = function(t) return 8 * t, 0, 0 end, -- fx, fy, torque
  },
}
