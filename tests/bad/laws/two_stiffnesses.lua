--! 7: lugre takes one of sigma0, breakaway and stiffness, got sigma0 and breakaway
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = rectangle {},
  friction = lugre { sigma0 = 1e6, breakaway = 1e-6, mu_c = 1.0 },
}
