--! 5: size[2] must be finite, got nan
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0/0 },
  pressure = disc { radius = 0.01 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
