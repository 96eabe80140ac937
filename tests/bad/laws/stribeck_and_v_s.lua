--! 10: v_s has no effect beside a stribeck function; leave one out
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 },
  friction = lugre {
    sigma0 = 1e6, mu_c = 1.0, mu_s = 1.2,
    stribeck = function(s) return 1.2 end,
    v_s = 1e-3 },
}
