--! 7: stiffness = "area" needs kappa, the stiffness per area (N/m^3), or a pressure of a material
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = rectangle {},
  friction = lugre { stiffness = "area", mu_c = 1.0 },
}
