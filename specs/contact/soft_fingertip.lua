-- A rubber fingertip of 8 mm radius of curvature on a plate: Hertz' contact
-- radius grows with the cube root of the load, so a firm grasp resists turning
-- far better than a light one. The pressure is stored for 1 to 20 N.
local p = param { curvature = 8e-3, modulus = 3e5, mu = 0.9 }
local size = 0.016

local function radius(fn)
  return (3 * fn * p.curvature / (4 * p.modulus)) ^ (1 / 3)
end

return contact {
  name     = "soft_fingertip",
  about    = "A rubber fingertip whose contact grows with the load.",
  grid     = { 24, 24 },
  size     = { size, size },
  pressure = disc { radius = radius, profile = hertz },
  fn_range = { 1, 20, tolerance = 2e-2 },
  friction = lugre {
    sigma0 = 2e4, sigma1 = 60, sigma2 = 0.4, mu_c = p.mu, s_ba = 0.9,
  },
  step     = "implicit",
  scenario = { -- twists under a grip that tightens and lets go again
    duration = 1, dt = 5e-4,
    twist = function(t) return 0, 2e-3 * math.sin(9 * t), 0.3 * math.cos(4 * t) end,
    fn    = function(t) return 10 - 9 * math.cos(6 * t) end,
  },
}
