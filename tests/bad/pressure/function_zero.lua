--! 6: the pressure is zero everywhere on the grid: no cell carries force
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = function(x, y) return 0 end,
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
