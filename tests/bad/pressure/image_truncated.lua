--! 6: tests/bad/pressure/truncated.pgm is too short for its 4 x 4 pixels
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = image "truncated.pgm",
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
