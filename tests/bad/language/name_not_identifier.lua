--! 3: name must be a C identifier of at most 60 letters, digits and underscores that starts with a letter, got "finger pad"
return contact {
  name     = "finger pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
