--! 6: row 3 of the map's 5 rows has 4 numbers, but the grid wants 5 rows (along y) of 5 (along x)
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = map { { 1, 2, 3, 4, 5 }, { 1, 2, 3, 4, 5 }, { 1, 2, 3, 4 }, { 1, 2, 3, 4, 5 }, { 1, 2, 3, 4, 5 } },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
