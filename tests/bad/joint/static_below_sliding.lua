--! 2: F_s must be at least F_c = 2, got 1
return joint { name = "axis", friction = lugre { F_c = 2, F_s = 1, v_s = 0.1, sigma0 = 100 } }
