--! 4: grid[1] must be between 1 and 512, got 0
return contact {
  name     = "pad",
  grid     = { 0, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
