--! 4: unknown name sqrt; did you mean math.sqrt?
return contact {
  name = "pad", grid = { 5, 5 }, size = { 0.02, 0.02 },
  pressure = disc { radius = sqrt(2) },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
