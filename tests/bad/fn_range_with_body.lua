--! 9: a body on a pressure that depends on the normal force is not available in this version; leave out fn_range or body
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = function(x, y, fn) return fn end,
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
  fn_range = { 1, 4 },
  body     = { mass = 1, inertia = 1 },
}
