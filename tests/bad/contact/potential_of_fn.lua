--! 9: interp = "potential" needs a pressure that does not depend on fn; use "bilinear" or "cubic" with fn_range
return contact {
  name     = "pad",
  model    = "reduced",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = function(fn) return 2e-3 * fn end },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
  limit_surface = { interp = "potential" }, fn_range = { 1, 4 },
}
