--! 3: the spec's height = 0 is outside its range 0.01 to 0.02
return slider { name = "body", mass = 1, inertia = 1e-3, mu = 0.5, patch = disc { radius = 0.02 },
  tune = { height = { 0.01, 0.02 } } }
