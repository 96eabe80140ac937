--! 7: kappa has no effect without stiffness = "area"
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = rectangle {},
  friction = lugre { sigma0 = 1e5, kappa = 1e9, mu_c = 1.0 },
}
