--! 4: gravity along the table, 5 m/s^2, is so far above friction, 5e-05 m/s^2, that rounding hides friction; take real = "double"
return slider { name = "body", mass = 1, inertia = 1e-3, mu = 1e-5,
  patch = rectangle { size = { 0.05, 0.05 } }, real = "float",
  gravity = { 3, 4, 5 } }
