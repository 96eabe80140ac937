--! 3: reverse has no key "sigma0"; did you mean "sigma2"?
return joint { name = "axis", friction = lugre { F_c = 1, sigma0 = 100 },
  reverse = { sigma0 = 50 } }
