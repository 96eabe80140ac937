--! 9: stribeck must not exceed mu_s = 1.2, got 1.3 at 0 m/s
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 },
  friction = lugre {
    sigma0 = 1e6, mu_c = 1.0, mu_s = 1.2,
    stribeck = function(s) return 1.3 end },
}
