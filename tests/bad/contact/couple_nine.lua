--! 8: couple must be between 1 and 8, got 9
return contact {
  name = "pad", model = "ellipsoid",
  grid = { 5, 5 },
  size = { 0.02, 0.02 },
  pressure = disc { radius = 0.005 },
  friction = lugre { sigma0 = 1e6, mu_c = 1 },
  couple = 9,
}
