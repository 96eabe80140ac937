--! 3: the range of mu must be { low, high }, got 0.3
return slider { name = "body", mass = 1, inertia = 1e-3, mu = 0.5, patch = disc { radius = 0.02 },
  tune = { mu = 0.3 } }
