--! 8: angle must be between -2*math.pi and 2*math.pi rad, got 30; math.rad(30) turns degrees into radians
return contact {
  name     = "pad",
  grid     = { 2, 2 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 },
  friction = lugre { sigma0 = 1e5, mu_c = 1.0 },
  anisotropy = { ratio = 0.5, angle = 30 },
}
