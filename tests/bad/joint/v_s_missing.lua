--! 2: friction needs v_s, the Stribeck speed, since the static level differs from the sliding one
return joint { name = "axis", friction = lugre { F_c = 1, F_s = 2, sigma0 = 100 } }
