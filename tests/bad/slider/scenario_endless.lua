--! 3: duration = 1e+06 with dt = 0.001 makes 1e+09 steps; at most 1e+07 are simulated
return slider { name = "body", mass = 1, inertia = 1e-3, mu = 0.5, patch = rectangle { size = { 0.05, 0.05 } },
  scenario = { duration = 1e6, dt = 1e-3 } }
