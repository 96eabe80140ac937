--! 3: gravity must have numbers of at most 1e6 m/s^2, got nan
return slider { name = "body", mass = 1, inertia = 1e-3, mu = 0.5, patch = rectangle { size = { 0.05, 0.05 } },
  gravity = { 0/0, 0, 9.81 } }
