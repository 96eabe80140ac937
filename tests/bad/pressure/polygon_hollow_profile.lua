--! 6: a polygon that is not convex must have a uniform profile; the contours of other profiles are copies of the outline, scaled
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = polygon { { -0.008, -0.008 }, { 0.008, -0.008 }, { -0.003, -0.003 }, { -0.008, 0.008 }, profile = hertz },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
