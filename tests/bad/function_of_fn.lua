--! 6: pressure that depends on the normal force, function(x, y, fn), is not available yet in this version; use function(x, y)
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = function(x, y, fn) return fn end,
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
