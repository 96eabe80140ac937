--! 3: slider needs size = { extent along x, extent along y } of the grid for this patch, whose extent is not known
return slider { name = "body", mass = 1, inertia = 1e-3, mu = 0.5,
  patch = map { { 1, 1 }, { 1, 1 } } }
