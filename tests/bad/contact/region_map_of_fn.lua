--! 8: friction_map is a function(x, y): friction by region does not change with the normal force, got a function of 3 numbers
return contact {
  name     = "pad",
  grid     = { 2, 2 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 },
  friction = lugre { sigma0 = 1e5, mu_c = 1.0 },
  friction_map = function(x, y, fn) return fn end,
}
