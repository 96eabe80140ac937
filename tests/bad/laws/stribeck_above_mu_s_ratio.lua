--! 5: mu_s must be at most 5 times mu_c = 0.1, got 1.2
return contact {
  name = "pad", grid = { 5, 5 }, size = { 0.02, 0.02 },
  pressure = disc { radius = 0.005 },
  friction = lugre { sigma0 = 1e6, mu_c = 0.1, stribeck = function(s) return 1 + 0.2/(1 + s) end },
}
