--! 6: other needs the modulus of the finger beside it
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = soft_finger { c = 1e-3, other = { modulus = 1e6 } },
  fn_nominal = 3,
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
