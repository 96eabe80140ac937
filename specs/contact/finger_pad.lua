-- A round soft finger pad on a plate: Table I (p = 1) of the planar-LuGre
-- paper on a Hertz pressure map.
local p = param { mu = 1.0, radius = 0.01 }

return contact {
  name     = "finger_pad",
  about    = "A round finger pad with Hertz pressure.",
  model    = "distributed",
  grid     = { 21, 21 },
  size     = { 2 * p.radius, 2 * p.radius },
  pressure = disc { radius = p.radius, profile = hertz },
  friction = lugre {
    sigma0 = 1e6, sigma1 = 8e2, sigma2 = 0.2,
    mu_c = p.mu, mu_s = 1.2 * p.mu, v_s = 1e-3, gamma = 2, s_ba = 0.9,
  },
}
