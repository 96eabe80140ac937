--! 2: contact needs grid = { cells along x, cells along y }
return contact {
  name     = "pad",
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
