--! 7: fn_nominal must lie in fn_range, from 1 to 2 N, got 3
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = hertz { radius = 0.01, modulus = 1e6 },
  fn_nominal = 3,
  fn_range = { 1, 2 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
