--! 6: a line has no area, so stiffness = "area" has nothing to act on; give sigma0
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = line { length = 0.01 },
  friction = lugre { stiffness = "area", kappa = 1e9, mu_c = 1.0 },
}
