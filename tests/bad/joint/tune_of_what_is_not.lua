--! 3: mu_c cannot be tuned: the joint has no load
return joint { name = "axis", friction = lugre { F_c = 1, sigma0 = 100 },
  tune = { mu_c = { 0, 1 } } }
