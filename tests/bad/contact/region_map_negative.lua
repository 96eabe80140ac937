--! 8: friction_map must be finite and 0 or more, got -1 at x = -0.01, y = -0.01
return contact {
  name     = "pad",
  grid     = { 2, 2 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 },
  friction = lugre { sigma0 = 1e5, mu_c = 1.0 },
  friction_map = function(x, y) return -1 end,
}
