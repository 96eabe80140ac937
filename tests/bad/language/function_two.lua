--! 7: the function must return 1 number, but it returns more
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
  pressure = function(x, y) return 1, x end,
}
