--! 5: size[1] must be between 1e-9 and 1000 m, got 1e-12
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 1e-12, 0.02 },
  pressure = disc { radius = 0.01 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
