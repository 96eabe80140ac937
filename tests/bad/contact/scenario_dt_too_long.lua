--! 8: dt must not be longer than duration = 1, got 2
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
  scenario = { duration = 1, dt = 2, fn = 1, twist = function(t) return 0, 0, 0 end },
}
