--! 6: corner 1 of the polygon must be { x, y } in metres, got a list of 3
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = polygon { { 0, 0, 1 }, { 0.01, 0 }, { 0, 0.01 } },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
