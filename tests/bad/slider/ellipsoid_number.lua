--! 3: ellipsoid must be a table { ... }, got 1
return slider { name = "body", mass = 1, inertia = 1e-3, mu = 0.5, patch = rectangle { size = { 0.05, 0.05 } },
  ellipsoid = 1 }
