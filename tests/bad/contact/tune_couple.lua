--! 4: tune and couple do not go together: the functions that couple contacts to a host have no tuning; leave one out
return contact { name = "pad", model = "ellipsoid", grid = { 5, 5 }, size = { 0.02, 0.02 }, pressure = disc { radius = 0.01 },
  friction = lugre { sigma0 = 1e5, mu_c = 1 }, couple = 1,
  tune = { mu_c = { 0.5, 1.5 } } }
