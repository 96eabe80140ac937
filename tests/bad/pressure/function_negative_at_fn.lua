--! 6: the pressure must be finite and 0 or more, got -1 at x = -0.01, y = -0.01, fn = 1
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = function(x, y, fn) return fn - 2 end,
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
  fn_range = { 1, 4 },
}
