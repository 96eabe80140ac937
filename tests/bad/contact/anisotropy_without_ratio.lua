--! 8: anisotropy needs ratio: friction across the axis over that along it; the stiffness across is ratio^2 times that along
return contact {
  name       = "pad",
  grid       = { 5, 5 },
  size       = { 0.02, 0.02 },
  pressure   = disc { radius = 0.01 },
  friction   = lugre { sigma0 = 1e5, mu_c = 1.0 },
  anisotropy = { angle = 1 },
}
