--! 7: stiffness = "area" has no _body_step yet; leave out body, or couple the contact to a host by _step_jac
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = rectangle {},
  friction = lugre { stiffness = "area", kappa = 1e9, mu_c = 1.0 },
  body = { mass = 1, inertia = 1 },
}
