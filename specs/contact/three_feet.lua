-- A stand on three small feet: with so few cells, straight-line code is best.
local p = param { spread = 0.05 } -- from foot to foot, metres

return contact {
  name     = "three_feet",
  about    = "A stand on three feet, each a single cell.",
  pressure = map {
    { 0, 1, 0 },
    { 1, 0, 1 },
  },
  size     = { 1.5 * p.spread, math.sqrt(3) * p.spread },
  friction = lugre {
    sigma0 = 5e4, sigma1 = 30, sigma2 = 1, mu_c = 0.4, mu_s = 0.5, v_s = 2e-3, gamma = 1,
    s_ba = 0.8, v_d = 0.02,
  },
  real     = "float",
}
