--! 6: the map must have 5 rows (along y) of 5 numbers (along x) like the grid, got 5 rows with 4 numbers in row 3
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = map { { 1, 2, 3, 4, 5 }, { 1, 2, 3, 4, 5 }, { 1, 2, 3, 4 }, { 1, 2, 3, 4, 5 }, { 1, 2, 3, 4, 5 } },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
