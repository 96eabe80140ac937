--! 7: stiffness = "area" has no _couple yet; leave out couple
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = rectangle {},
  friction = lugre { stiffness = "area", kappa = 1e9, mu_c = 1.0 },
  couple = 1,
}
