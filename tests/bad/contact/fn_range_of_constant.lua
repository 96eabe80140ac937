--! 8: fn_range has no meaning here: nothing in the pressure depends on the normal force; leave it out, or use function(x, y, fn) or, in the place of a number, function(fn)
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
  fn_range = { 0.5, 4, levels = 8 },
}
