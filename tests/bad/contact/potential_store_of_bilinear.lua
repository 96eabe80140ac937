--! 9: store needs interp = "potential"; other tables have the solver's type
return contact {
  name     = "pad",
  model    = "reduced",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
  limit_surface = { store = "int16", interp = "bilinear" },
}
