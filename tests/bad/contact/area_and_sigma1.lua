--! 7: stiffness = "area" takes eta (N s/m^3) in the place of sigma1
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = rectangle {},
  friction = lugre { stiffness = "area", kappa = 1e9, sigma1 = 3, mu_c = 1.0 },
}
