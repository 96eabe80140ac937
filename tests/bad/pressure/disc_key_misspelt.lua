--! 6: disc has no key "raduis"; did you mean "radius"?
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { raduis = 0.01 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
