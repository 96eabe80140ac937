--! 9: interp = "potential" cannot follow fn: fn_range gives the number of levels; use "bilinear" or "cubic"
return contact {
  name     = "pad",
  model    = "reduced",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = function(fn) return 2e-3 * fn end },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
  limit_surface = { interp = "potential" }, fn_range = { 1, 4, levels = 3 },
}
