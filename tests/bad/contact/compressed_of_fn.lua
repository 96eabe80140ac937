--! 8: model = "compressed" represents one pressure map; a pressure that depends on fn takes "distributed", "reduced" or "ellipsoid"
return contact {
  name     = "pad",
  model    = "compressed",
  size     = { 0.02, 0.02 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
  grid     = { 7, 7 },
  fn_range = { 1, 4 },
  pressure = function(x, y, fn) return fn - 1e4 * (x * x + y * y) end,
}
