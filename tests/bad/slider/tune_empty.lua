--! 3: tune must be a table such as { mass = { low, high } }, got a list of 0
return slider { name = "body", mass = 1, inertia = 1e-3, mu = 0.5, patch = disc { radius = 0.02 },
  tune = {} }
