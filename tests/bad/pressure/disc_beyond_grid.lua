--! 6: the disc reaches 0.001 m beyond the grid along y, where the grid is 0.02 m wide; increase size by 0.002 m or make the disc smaller
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.011 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
