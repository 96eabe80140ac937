--! 7: only 2 cells carry force, so there is nothing to compress; use model = "distributed"
return contact {
  name     = "pad",
  model    = "compressed",
  size     = { 0.02, 0.02 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 }, pressure = map { { 1, 2 } },
  bristles = { tolerance = 1e-1 },
}
