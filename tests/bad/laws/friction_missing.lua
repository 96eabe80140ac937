--! 2: contact needs friction: the law of friction: lugre { ... }
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 },
}
