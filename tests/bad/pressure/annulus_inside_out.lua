--! 6: outer must be larger than inner, got inner 0.009 and outer 0.005
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = annulus { inner = 0.009, outer = 0.005 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
