--! 2: friction needs F_c, the level of sliding friction, or load.mu_c
return joint { name = "axis", friction = lugre { sigma0 = 100 } }
