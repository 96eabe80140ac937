--! 7: passive chooses v_d, so lugre takes one of them, not both
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = rectangle {},
  friction = lugre { sigma0 = 1e5, passive = true, v_d = 0.1, mu_c = 1.0 },
}
