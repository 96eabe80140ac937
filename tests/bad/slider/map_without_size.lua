--! 3: slider needs size = { extent along x, extent along y } of the grid for a patch that does not tell how large it is
return slider { name = "body", mass = 1, inertia = 1e-3, mu = 0.5,
  patch = map { { 1, 1 }, { 1, 1 } } }
