--! 3: friction would shift the contact point by 100 m, more than 80 times as far as the patch reaches (0.0354 m): the body tips long before it slides; take a height of 0.0283 m or less
return slider { name = "body", mass = 1, inertia = 1e-3, mu = 100,
  height = 1, patch = rectangle { size = { 0.05, 0.05 } } }
