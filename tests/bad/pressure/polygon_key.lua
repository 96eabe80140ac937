--! 6: polygon has no key "radius"; the keys of polygon are profile, share, mu
return contact {
  name = "pad", model = "distributed",
  grid = { 5, 5 },
  size = { 0.02, 0.02 },
  pressure = polygon { { 0, 0 }, { 0.01, 0 }, { 0, 0.01 }, radius = 1 },
  friction = lugre { sigma0 = 1e6, mu_c = 1, mu_s = 1.2, v_s = 1e-3 },
}
