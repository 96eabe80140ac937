--! 6: outer must be larger than inner, got inner 0.005 and outer 0.005
return contact {
  name = "pad", model = "distributed",
  grid = { 5, 5 },
  size = { 0.02, 0.02 },
  pressure = annulus { inner = 0.005, outer = 0.005 },
  friction = lugre { sigma0 = 1e6, mu_c = 1, mu_s = 1.2, v_s = 1e-3 },
}
