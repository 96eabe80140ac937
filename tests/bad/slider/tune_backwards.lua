--! 3: the range of mu must grow, got 0.9 to 0.3
return slider { name = "body", mass = 1, inertia = 1e-3, mu = 0.5, patch = disc { radius = 0.02 },
  tune = { mu = { 0.9, 0.3 } } }
