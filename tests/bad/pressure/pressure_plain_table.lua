--! 6: pressure must be a surface (disc, annulus, rectangle, polygon, line, gradient_line, map, image, hertz, soft_finger), a function(x, y) or a sum of these, got a list of 2
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = { { 1, 2 }, { 3, 4 } },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
