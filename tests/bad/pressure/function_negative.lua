--! 6: the pressure must be finite and 0 or more, got -0.01 at x = -0.01, y = -0.01
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = function(x, y) return x end,
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
