--! 3: name must not be "math": the emitted math.h would hide the C header
return contact {
  name     = "math",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
