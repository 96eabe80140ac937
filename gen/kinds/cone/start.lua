-- A cone: the forces that friction can hold, as constant matrices A f <= b for
-- the QP of a controller. Forces in N, lengths in m. `bristle help cone` has all
-- keys.

-- Values that --set mu=0.5 can replace.
local p = param { mu = 0.7 }

return cone {
  name  = "foot", -- the prefix of all symbols in the emitted C
  about = "A point foot.",

  mu        = p.mu,
  dimension = 3, -- (two tangents, normal); a patch has 4, a whole wrench 6
  faces     = 8, -- more faces: closer to the round cone, more rows

  -- "inner": every force of the polytope is in the cone; "outer": the polytope
  -- has every force of the cone; "exact": the round cone, for an SOCP.
  approximation = "inner",

  f_min = 5,   -- the foot keeps its contact ...
  f_max = 300, -- ... and carries no more than this

  -- A patch that also holds a torque takes the place of the point:
  --   patch = { grid = { 21, 21 }, size = { 0.02, 0.02 },
  --             pressure = disc { radius = 0.01, profile = hertz } },
  -- and a sole that holds a whole wrench: dimension = 6,
  --   patch = rectangle { size = { 0.2, 0.1 } },
}
