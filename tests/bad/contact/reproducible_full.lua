--! 5: reproducible does not go with unroll = "full": its sums have another form; leave unroll out
return contact {
  name = "pad", grid = { 4, 4 }, size = { 0.02, 0.02 }, pressure = rectangle {},
  friction = lugre { sigma0 = 1e6, mu_c = 1, s_ba = 0.9 },
  reproducible = true, unroll = "full",
}
