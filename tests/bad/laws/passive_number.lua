--! 7: passive must be true or false, got 1
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = rectangle {},
  friction = lugre { sigma0 = 1e5, passive = 1, mu_c = 1.0 },
}
