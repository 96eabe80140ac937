--! 3: patch cannot be tuned; numbers that can are mass, inertia, height, mu, et, eo, er
return slider { name = "body", mass = 1, inertia = 1e-3, mu = 0.5, patch = disc { radius = 0.02 },
  tune = { patch = { 1, 2 } } }
