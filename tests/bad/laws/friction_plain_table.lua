--! 7: friction must be lugre { ... }, got a table
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 },
  friction = { sigma0 = 1e6, mu_c = 1 },
}
