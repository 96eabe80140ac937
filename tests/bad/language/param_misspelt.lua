--! 5: param does not declare "sigam2"; did you mean sigma2?
local p = param { mu = 1.0, sigma2 = 0.2 }
return contact {
  name = "pad", grid = { 5, 5 }, size = { 0.01, 0.01 }, pressure = disc { radius = 0.005 },
  friction = lugre { sigma0 = 1e6, sigma1 = 800, sigma2 = p.sigam2, mu_c = p.mu, mu_s = 1.2, v_s = 1e-3 },
}
