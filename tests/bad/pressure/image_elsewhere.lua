--! 3: image must be in the spec's folder or below it, got "../data/pad.pgm"
return contact { name = "pad", grid = { 5, 5 }, size = { 1, 1 },
  pressure = image "../data/pad.pgm",
  friction = lugre { sigma0 = 1e6, mu_c = 1 } }
