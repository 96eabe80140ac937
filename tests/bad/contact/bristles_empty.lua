--! 9: bristles needs count, degree or tolerance
return contact {
  name     = "pad",
  model    = "compressed",
  size     = { 0.02, 0.02 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
  pressure = disc { radius = 0.01 },
  grid     = { 7, 7 },
  bristles = {},
}
