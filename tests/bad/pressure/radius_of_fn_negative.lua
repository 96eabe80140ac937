--! 6: radius must be positive, got -0.001
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = function(fn) return 2e-3 * fn - 3e-3 end },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
  fn_range = { 1, 4 },
}
