--! 9: scenario needs load or twist, a function of t, but not both
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
  body = { mass = 1, inertia = 1 },
  scenario = { duration = 1, dt = 1e-3, fn = 1,
    load = function(t) return 0, 0, 0 end, twist = function(t) return 0, 0, 0 end },
}
