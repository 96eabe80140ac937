--! 6: disc needs radius: radius of the disc (m)
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc {},
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
