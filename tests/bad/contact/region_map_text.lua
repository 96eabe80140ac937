--! 7: friction_map must be map { ... }, image "..." or function(x, y) with the factor of the friction coefficients at each place, got the text "rough"
return contact {
  name     = "pad",
  grid     = { 2, 2 },
  size     = { 0.02, 0.02 },
  pressure = rectangle {},
  friction_map = "rough",
  friction = lugre { sigma0 = 1e5, mu_c = 1.0 },
}
