--! 9: store = "double" needs real = "double"; use "float" or "int16"
return contact {
  name     = "pad",
  model    = "reduced",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
  limit_surface = { interp = "potential", store = "double" }, real = "float",
}
