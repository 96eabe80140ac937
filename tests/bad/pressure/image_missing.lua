--! 6: cannot read tests/bad/pressure/no_such.pgm: No such file or directory
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = image "no_such.pgm",
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
