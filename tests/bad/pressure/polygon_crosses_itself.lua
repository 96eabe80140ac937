--! 6: the edges of a polygon must not touch or cross, but those from corner 1 to 2 and from 3 to 4 do
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = polygon { { 0, 0 }, { 0.01, 0.01 }, { 0.01, 0 }, { 0, 0.01 } },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
