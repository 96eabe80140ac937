--! 8: fn_range goes from the least force to a larger one, got 4 to 0.5
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = function(fn) return 2e-3 * fn end },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
  fn_range = { 4, 0.5 },
}
