--! 9: a scenario with twist calls this function with t alone, but the function has 4 parameters; write function(t), or give the contact a body and a load
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
  scenario = { duration = 1, dt = 1e-3, fn = 1,
    twist = function(t, x, y, angle) return 0, 0, 0 end },
}
