--! 8: fn_range needs the least and the largest force, as in { 0.5, 4, levels = 8 }; got 1 numbers
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = function(fn) return 2e-3 * fn end },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
  fn_range = { 4 },
}
