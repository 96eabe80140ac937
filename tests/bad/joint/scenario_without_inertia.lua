--! 3: scenario needs the inertia of the axis, or its speed as v = function(t)
return joint { name = "axis", friction = lugre { F_c = 1, sigma0 = 100 },
  scenario = { duration = 1, dt = 0.001 } }
