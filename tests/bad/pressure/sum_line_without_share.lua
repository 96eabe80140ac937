--! 6: a line has no area, so a line in a sum needs share, its part of the normal force relative to the other surfaces
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = line { length = 0.01 } + disc { radius = 0.005 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
