--! 8: frame must be "gripper" or "body", got the text "world"
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
  body = { mass = 1, inertia = 1e-3, frame = "world" },
}
