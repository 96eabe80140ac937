--! 9: stribeck must return a positive friction coefficient, got -0.118257 at 1.31826 m/s
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 },
  friction = lugre {
    sigma0 = 1e6, mu_c = 1.0, mu_s = 1.2,
    stribeck = function(s) return 1.2 - s end },
}
