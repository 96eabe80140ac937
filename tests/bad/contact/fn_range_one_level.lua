--! 8: levels must be between 2 and 64, got 1
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = function(fn) return 2e-3 * fn end },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
  fn_range = { 1, 4, levels = 1 },
}
