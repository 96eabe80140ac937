--! 7: real must be "double" or "float", got the text "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa..."
return contact {
  name     = "pad",
  grid     = { 5, 5 }, size = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
  real     = string.rep("a", 100000),
}
