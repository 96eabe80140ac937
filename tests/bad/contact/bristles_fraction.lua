--! 9: bristles must be a whole number from 2 to 64, or { degree = 4 } or { tolerance = 0.1 }, got 8.5
return contact {
  name     = "pad",
  model    = "compressed",
  size     = { 0.02, 0.02 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
  pressure = disc { radius = 0.01 },
  grid     = { 7, 7 },
  bristles = 8.5,
}
