--! 6: row 2, column 3 of the map must be a finite number, 0 or more, got true
return contact {
  name = "pad", model = "distributed",
  grid = { 5, 5 },
  size = { 0.02, 0.02 },
  pressure = map { { 1, 1, 1, 1, 1 }, { 1, 1, true, 1, 1 }, { 1, 1, 1, 1, 1 }, { 1, 1, 1, 1, 1 }, { 1, 1, 1, 1, 1 } },
  friction = lugre { sigma0 = 1e6, mu_c = 1, mu_s = 1.2, v_s = 1e-3 },
}
