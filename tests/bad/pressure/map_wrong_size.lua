--! 6: row 1 of the map's 2 rows has 3 numbers, but the grid wants 5 rows (along y) of 5 (along x)
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = map { { 1, 2, 3 }, { 4, 5, 6 } },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
