--! 8: limit_surface takes tolerance or resolution, not both
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
  limit_surface = { tolerance = 1e-3, resolution = 20 },
}
