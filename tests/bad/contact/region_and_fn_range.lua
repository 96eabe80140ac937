--! 6: friction by region needs a pressure that does not depend on fn; leave out fn_range, or mu and friction_map
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = function(fn) return 0.005 + 1e-4*fn end, mu = 1.2 },
  fn_range = { 1, 2 },
  friction = lugre { sigma0 = 1e5, mu_c = 1.0 },
}
