--! 4: image takes the name of a PGM file as a text, as in image "pad.pgm" or image { "pad.pgm", floor = 0.1 }
return contact {
  name = "pad", size = { 0.02, 0.02 },
  pressure = image { file = "pad.pgm" },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
