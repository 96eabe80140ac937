--! 4: unknown name circle; did you mean disc?
return contact {
  name = "pad", grid = { 5, 5 }, size = { 0.02, 0.02 },
  pressure = circle { radius = 0.005 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
