-- A foot with a rubber toe and a hard heel: friction by region. The limit surface is not
-- centred on the load, so that a straight push turns the foot.
return contact {
  name     = "two_materials",
  about    = "A rubber toe and a hard heel",
  grid     = { 13, 7 },
  size     = { 0.26, 0.14 },
  pressure = rectangle { size = { 0.08, 0.1 }, at = { 0.07, 0 }, share = 1, mu = 1.5 }
           + rectangle { size = { 0.1, 0.1 }, at = { -0.06, 0 }, share = 1, mu = 0.5 },
  friction = lugre { sigma0 = 2e4, sigma1 = 60, mu_c = 0.6, v_d = 0.01, s_ba = 0.9 },
}
