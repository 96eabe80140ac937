--! 6: image needs the name of a PGM file, as in image "pad.pgm"
return contact {
  name = "pad", model = "distributed",
  grid = { 5, 5 },
  size = { 0.02, 0.02 },
  pressure = image { "a.pgm", "b.pgm" },
  friction = lugre { sigma0 = 1e6, mu_c = 1, mu_s = 1.2, v_s = 1e-3 },
}
