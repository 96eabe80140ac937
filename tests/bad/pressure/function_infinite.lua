--! 6: the pressure must be finite and 0 or more, got inf at x = -0.01, y = -0.01
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = function(x, y) return 1 / 0 end,
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
