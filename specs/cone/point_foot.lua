-- A point foot of a walking robot: eight inequalities within the friction cone,
-- between 5 N (it must not lift) and 400 N (it must not break).
local p = param { mu = 0.6 }

return cone {
  name          = "point_foot",
  mu            = p.mu,
  faces         = 8,
  approximation = "inner",
  f_min         = 5,
  f_max         = 400,
}
