--! 4: body.mass cannot be tuned; numbers that can are sigma0, sigma1, sigma2, mu_c, mu_s, v_s, s_ba, v_d
return contact { name = "pad", model = "ellipsoid", grid = { 5, 5 }, size = { 0.02, 0.02 }, pressure = disc { radius = 0.01 },
  friction = lugre { sigma0 = 1e5, mu_c = 1 },
  tune = { ["body.mass"] = { 1, 1.5 } } }
