--! 6: row 1, column 2 of the map must be a finite number, 0 or more, got the text "2"
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = map { { 1, "2", 1, 1, 1 }, { 1, 1, 1, 1, 1 }, { 1, 1, 1, 1, 1 }, { 1, 1, 1, 1, 1 }, { 1, 1, 1, 1, 1 } },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
