--! 7: breakaway gives sigma0 = 0.001 1/m, which must be between 1 and 1e10
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = rectangle {},
  friction = lugre { breakaway = 1000, mu_c = 1.0 },
}
