--! 10: limit_surface takes bytes or tolerance, not both
return contact {
  name     = "pad",
  model    = "reduced",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
  limit_surface = { interp = "potential", tolerance = 1e-3,
    bytes = 1024 },
}
