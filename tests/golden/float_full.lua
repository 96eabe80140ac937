-- Golden: floats, cell by cell, plain bristles, explicit steps, a law of its own.
return contact {
  name     = "float_full",
  grid     = { 3, 3 },
  size     = { 0.01, 0.01 },
  pressure = rectangle {},
  friction = lugre { sigma0 = 1e5, sigma1 = 90, mu_c = 0.4, mu_s = 0.6,
                     stribeck = function(s) return 0.4 + 0.2/(1 + (s/0.01)^2) end },
  step     = "euler",
  real     = "float",
  unroll   = "full",
}
