--! 6: length must be positive, got 0
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = line { length = 0 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
