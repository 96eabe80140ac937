--! 7: friction_map must be between 0.01 and 100 where the contact carries load, got 0.001 at x = -0.005 m, y = -0.005 m
return contact {
  name     = "pad",
  grid     = { 2, 2 },
  size     = { 0.02, 0.02 },
  pressure = rectangle {},
  friction_map = function(x, y) return 1e-3 end,
  friction = lugre { sigma0 = 1e5, mu_c = 1.0 },
}
