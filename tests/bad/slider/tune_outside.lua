--! 3: the spec's mu = 0.5 is outside its range 0.6 to 0.9
return slider { name = "body", mass = 1, inertia = 1e-3, mu = 0.5, patch = disc { radius = 0.02 },
  tune = { mu = { 0.6, 0.9 } } }
