--! 6: share must be positive, got 0
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.005, share = 0 } + disc { radius = 0.002, share = 1 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
