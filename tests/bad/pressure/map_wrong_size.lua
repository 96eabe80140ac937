--! 6: the map must have 5 rows (along y) of 5 numbers (along x) like the grid, got 2 rows of 3; leave out grid to take the map's own
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = map { { 1, 2, 3 }, { 4, 5, 6 } },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
