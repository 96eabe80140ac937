--! 6: a polygon needs 3 to 4096 corners { x, y }, got 2
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = polygon { { 0, 0 }, { 0.01, 0 } },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
