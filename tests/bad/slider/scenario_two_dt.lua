--! 3: the slider has dt = 0.01, so its scenario cannot have dt = 0.02; leave one out
return slider { name = "body", mass = 1, inertia = 1e-3, mu = 0.5, dt = 0.01, patch = rectangle { size = { 0.05, 0.05 } },
  scenario = { duration = 1, dt = 0.02 } }
