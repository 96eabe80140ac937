--! 8: tolerance = 1e-05 cannot be reached: 64 levels, the most, leave an error of 0.0011; raise the tolerance or narrow the range
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = function(fn) return 2e-3 * fn end },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
  fn_range = { 1, 4, tolerance = 1e-5 },
}
