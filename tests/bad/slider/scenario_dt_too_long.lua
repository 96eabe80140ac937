--! 3: dt must not be longer than duration = 1, got 2
return slider { name = "body", mass = 1, inertia = 1e-3, mu = 0.5, patch = rectangle { size = { 0.05, 0.05 } },
  scenario = { duration = 1, dt = 2 } }
