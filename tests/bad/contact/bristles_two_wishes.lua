--! 9: bristles takes tolerance, or count and degree, not both
return contact {
  name     = "pad",
  model    = "compressed",
  size     = { 0.02, 0.02 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
  pressure = disc { radius = 0.01 },
  grid     = { 7, 7 },
  bristles = { count = 8, tolerance = 0.1 },
}
