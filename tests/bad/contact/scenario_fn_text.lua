--! 8: fn must be a number or a function(t), got the text "1 N"
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
  scenario = { duration = 1, dt = 1e-3, fn = "1 N", twist = function(t) return 0, 0, 0 end },
}
