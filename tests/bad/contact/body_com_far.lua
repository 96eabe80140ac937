--! 7: com[2] must be between -1000 and 1000, got 1e300
return contact {
  name     = "pad",
  grid     = { 5, 5 }, size = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
  body     = { mass = 1, inertia = 1e-3, com = { 0, 1e300 } },
}
