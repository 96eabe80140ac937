--! 6: image takes the name of a PGM file as a text, as in image "pad.pgm" or image { "pad.pgm", floor = 0.1 }
return contact {
  name = "pad", model = "distributed",
  grid = { 5, 5 },
  size = { 0.02, 0.02 },
  pressure = image { "a.pgm", "b.pgm" },
  friction = lugre { sigma0 = 1e6, mu_c = 1, mu_s = 1.2, v_s = 1e-3 },
}
