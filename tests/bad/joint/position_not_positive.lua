--! 3: the factor of position must lie above 0 and below 1e6 everywhere, got -0.5
return joint { name = "axis", friction = lugre { F_c = 1, sigma0 = 100 },
  position = { period = 1, cos = { -1.5 } } }
