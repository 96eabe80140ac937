--! 7: stiffness must be a positive number (N/m) or "area", got -1
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = rectangle {},
  friction = lugre { stiffness = -1, mu_c = 1.0 },
}
