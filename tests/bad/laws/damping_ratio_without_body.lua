--! 7: damping_ratio is that of a body on the contact; give the contact a body = { mass = ..., inertia = ... }, or sigma1
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = rectangle {},
  friction = lugre { sigma0 = 1e5, damping_ratio = 0.1, mu_c = 1.0 },
  fn_nominal = 3,
}
