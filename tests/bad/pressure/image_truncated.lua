--! 6: tests/bad/pressure/truncated.pgm is cut short: 4 x 4 pixels do not fit into it
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = image "truncated.pgm",
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
