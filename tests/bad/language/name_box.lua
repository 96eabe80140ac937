--! 4: unknown name box; did you mean rectangle?
return contact {
  name = "pad", grid = { 5, 5 }, size = { 0.02, 0.02 },
  pressure = box { size = { 0.01, 0.01 } },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
