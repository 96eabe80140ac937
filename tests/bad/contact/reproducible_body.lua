--! 5: reproducible does not go with a body: the bits of its functions are not the same everywhere; leave one out
return contact {
  name = "pad", grid = { 4, 4 }, size = { 0.02, 0.02 }, pressure = rectangle {},
  friction = lugre { sigma0 = 1e6, mu_c = 1, s_ba = 0.9 },
  reproducible = true, body = { mass = 1, inertia = 1e-3 },
}
