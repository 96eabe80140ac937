--! 3: compensate needs loop = { inertia, kp, kd } of the axis
return joint { name = "axis", friction = lugre { F_c = 1, sigma0 = 100 },
  compensate = { gain = 1 } }
