--! 7: friction must be lugre { ... }, got 0.8
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 },
  friction = 0.8,
}
