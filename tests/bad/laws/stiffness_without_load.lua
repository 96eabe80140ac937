--! 7: stiffness needs the load at which it holds: give the contact fn_nominal = ... (N)
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = rectangle {},
  friction = lugre { stiffness = 2e4, mu_c = 1.0 },
}
