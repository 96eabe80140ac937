--! 3: er must be positive, got 0
return slider { name = "body", mass = 1, inertia = 1e-3, mu = 0.5, patch = rectangle { size = { 0.05, 0.05 } },
  ellipsoid = { er = 0 } }
