--! 6: low and high are both 0: the gradient_line has no pressure
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = gradient_line { length = 0.01, low = 0, high = 0 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
