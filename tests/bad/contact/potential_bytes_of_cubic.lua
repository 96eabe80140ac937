--! 9: bytes needs interp = "potential"; other tables are chosen by tolerance or resolution
return contact {
  name     = "pad",
  model    = "reduced",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
  limit_surface = { bytes = 1024, interp = "cubic" },
}
