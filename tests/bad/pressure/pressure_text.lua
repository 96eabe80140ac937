--! 6: pressure must be a surface (disc, annulus, rectangle, polygon, line, gradient_line, map, image, hertz, soft_finger), a function(x, y) or a sum of these, got the text "disc"
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = "disc",
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
