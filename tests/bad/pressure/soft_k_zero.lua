--! 6: k must be between 0.1 and 1000, got 0
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01, profile = soft { k = 0 } },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
