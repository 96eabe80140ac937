--! 5: reproducible must be true or false, got 1
return contact {
  name = "pad", grid = { 4, 4 }, size = { 0.02, 0.02 }, pressure = rectangle {},
  friction = lugre { sigma0 = 1e6, mu_c = 1, s_ba = 0.9 },
  reproducible = 1,
}
