--! 3: sigma0 is a key of the law: friction = lugre { sigma0 = ... }
return contact {
  name = "pad", grid = { 5, 5 }, size = { 0.02, 0.02 }, sigma0 = 1e6,
  pressure = disc { radius = 0.005 },
  friction = lugre { mu_c = 1.0 },
}
