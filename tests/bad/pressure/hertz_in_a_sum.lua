--! 6: hertz carries the whole normal force, so it cannot be a part of a sum
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = hertz { radius = 0.01, modulus = 1e6 } + disc { radius = 1e-3 },
  fn_range = { 1, 2 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
