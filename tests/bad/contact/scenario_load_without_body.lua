--! 9: scenario has a load but the contact has no body to carry it; add body = { mass = ..., inertia = ... } or give a twist
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
  scenario = { duration = 1, dt = 1e-3, fn = 1,
    load = function(t) return 0, 0, 0 end },
}
