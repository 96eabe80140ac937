--! 2: contact needs size: { extent along x, extent along y } of the grid (m)
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  pressure = disc { radius = 0.01 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
