--! 8: lugre needs sigma0: bristle stiffness (1/m)
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = soft_finger { c = 1e-3 },
  fn_nominal = 3,
  friction = lugre { mu_c = 1.0 },
}
