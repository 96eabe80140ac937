--! 6: the pressure is zero everywhere on the grid at fn = 1 N: no cell carries force
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = function(x, y, fn) return math.max(fn - 1, 0) end,
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
  fn_range = { 1, 4 },
}
