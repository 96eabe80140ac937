--! 2: contact needs pressure: a surface: disc, annulus, rectangle, line, gradient_line, polygon, map, image, function(x, y) or function(x, y, fn)
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
