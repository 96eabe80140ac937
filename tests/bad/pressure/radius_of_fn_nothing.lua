--! 6: the function must return 1 number, but value 1 is a nil
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = function(fn) end },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
  fn_range = { 1, 4 },
}
