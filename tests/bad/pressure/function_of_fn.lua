--! 6: the pressure depends on the normal force, so the contact needs fn_range = { least, largest } (N)
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = function(x, y, fn) return fn end,
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
