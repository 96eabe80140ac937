-- A finger pad for the programs beside this file: two hold a box, one carries a
-- puck, each in a physics engine. couple = 2 adds _couple for two pads on a body.
return contact {
  name = "pad",
  model = "reduced",
  grid = { 21, 21 },
  size = { 0.02, 0.02 }, -- m
  pressure = disc { radius = 0.01 },
  friction = lugre {
    sigma0 = 1e6, sigma1 = 8e2, sigma2 = 0.2,
    mu_c = 1, mu_s = 1.2, v_s = 1e-3, s_ba = 0.9,
  },
  couple = 2,
}
