--! 9: resolution must be at most 64 with interp = "potential", got 65
return contact {
  name     = "pad",
  model    = "reduced",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
  limit_surface = { interp = "potential", resolution = 65 },
}
