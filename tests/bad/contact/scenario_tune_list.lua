--! 10: tune of a scenario must be a table such as { mu_c = function(t) ... end }, got 0.5
return contact {
  name     = "pad",
  grid     = { 3, 3 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 },
  friction = lugre { sigma0 = 1e5, sigma1 = 200, mu_c = 1 },
  tune     = { mu_c = { 0.4, 1.2 } },
  scenario = { duration = 1, dt = 1e-3, fn = 1, twist = function(t) return 1e-3, 0, 0 end,
               tune = 0.5 },
}
