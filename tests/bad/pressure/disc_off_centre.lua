--! 6: the disc reaches 0.004 m beyond the grid along x, where the grid is 0.02 m wide; increase size by 0.008 m or make the disc smaller
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.009, at = { 0.005, 0 } },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
