--! 6: low or high of a gradient_line must be positive, got 0 for both
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = gradient_line { length = 0.01, low = 0, high = 0 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
