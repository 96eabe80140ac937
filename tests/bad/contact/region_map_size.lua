--! 8: the map must have 2 rows (along y) of 2 numbers (along x) like the grid, got 1 rows of 3; write a row for each row of cells
return contact {
  name     = "pad",
  grid     = { 2, 2 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 },
  friction = lugre { sigma0 = 1e5, mu_c = 1.0 },
  friction_map = map { { 1, 2, 1 } },
}
