--! 3: gravity must be a number, { along x, along y } or { along x, along y, into the plane } in m/s^2, got the text "down"
return slider { name = "body", mass = 1, inertia = 1e-3, mu = 0.5, patch = rectangle { size = { 0.05, 0.05 } },
  gravity = "down" }
