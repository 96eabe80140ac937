--! 6: friction by region and tune do not go together yet; leave one out
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01, mu = 1.2 },
  friction = lugre { sigma0 = 1e5, mu_c = 1.0 },
  tune     = { mu_c = { 0.5, 1.5 } },
}
