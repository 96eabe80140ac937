--! 6: the function must return 1 number, but value 1 is a nil
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = function(x, y) end,
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
