--! 6: mu must be between 0.01 and 100, got 0
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01, mu = 0 },
  friction = lugre { sigma0 = 1e5, mu_c = 1.0 },
}
