--! 4: only 1 cell carries force, so there is nothing to compress into 16 bristles, the default; use model = "distributed", or give fewer bristles
return contact {
  name     = "pad",
  model    = "compressed",
  grid     = { 1, 1 },
  size     = { 0.02, 0.02 },
  pressure = rectangle {},
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
