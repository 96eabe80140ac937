--! 7: passive chooses v_d for one set of numbers, and tune changes them; give v_d
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = rectangle {},
  friction = lugre { sigma0 = 1e5, passive = true, mu_c = 1.0 },
  tune = { mu_c = { 0.5, 1.2 } },
}
