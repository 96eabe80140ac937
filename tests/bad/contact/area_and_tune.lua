--! 7: stiffness = "area" and tune do not go together yet; leave one out
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = rectangle {},
  friction = lugre { stiffness = "area", kappa = 1e9, mu_c = 1.0 },
  tune = { mu_c = { 0.5, 1.2 } },
}
