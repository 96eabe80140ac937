--! 3: slider has no key "friction"; the keys of slider are name, about, mass, inertia, height, mu, ellipsoid, gravity, patch, grid, size, dt, real, scenario, functions, budget, tune
return slider { name = "body",
  friction = 1, mass = 1, inertia = 1e-3, mu = 0.5, patch = rectangle { size = { 0.05, 0.05 } } }
