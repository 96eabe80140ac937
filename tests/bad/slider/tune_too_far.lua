--! 3: the range of mu must lie between 1e-6 and 1000, got 0 to 0.9
return slider { name = "body", mass = 1, inertia = 1e-3, mu = 0.5, patch = disc { radius = 0.02 },
  tune = { mu = { 0, 0.9 } } }
