--! 2: lugre has no key "mu_c"; the keys of lugre are F_c, F_s, v_s, gamma, sigma0, sigma1, sigma2, s_ba, v_d, stribeck
return joint { name = "axis", friction = lugre { mu_c = 1, sigma0 = 100 } }
