--! 7: stiffness = "area" needs model = "distributed" or "compressed": limit surfaces stand for stiffness by load
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = rectangle {},
  friction = lugre { stiffness = "area", kappa = 1e9, mu_c = 1.0 },
  model = "reduced",
}
