--! 6: all rows of a map must be equally long, but row 1 has 5 numbers and row 3 has 4
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = map { { 1, 2, 3, 4, 5 }, { 1, 2, 3, 4, 5 }, { 1, 2, 3, 4 }, { 1, 2, 3, 4, 5 }, { 1, 2, 3, 4, 5 } },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
