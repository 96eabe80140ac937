--! 7: friction by region and a stribeck function need model = "distributed": the other models multiply mu_c and mu_s
return contact {
  name     = "pad",
  model    = "ellipsoid",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01, mu = 1.2 },
  friction = lugre { sigma0 = 1e5, mu_c = 1.0, stribeck = function(s) return 1 + s end },
}
