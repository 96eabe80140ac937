--! 3: joint has no key "mass"; the keys of joint are name, about, unit, friction, reverse, load, position, step, encoder, loop, compensate, real, axis, scenario, functions, budget, tune
return joint { name = "axis", friction = lugre { F_c = 1, sigma0 = 100 },
  mass = 1 }
