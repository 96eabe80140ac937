--! 6: tests/bad/pressure/huge.pgm: the width must be between 1 and 16384
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = image "huge.pgm",
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
