--! 6: tests/bad/pressure/image_missing.lua is not a PGM image (P2 or P5); convert the image to grey PGM
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = image "image_missing.lua",
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
