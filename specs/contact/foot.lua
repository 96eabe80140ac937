-- The sole of a walking robot: a polygon with the pressure of a function (more
-- under heel and toe), and friction by the user's own curve.
local length, width = 0.22, 0.09

return contact {
  name     = "foot",
  grid     = { 22, 10 },
  size     = { 0.24, 0.10 },
  pressure = function(x, y)
    local taper = width / 2 * (1 - 0.3 * (x / length) ^ 2)
    if math.abs(x) > length / 2 or math.abs(y) > taper then return 0 end
    return 1 + 2 * (2 * x / length) ^ 2
  end,
  friction = lugre {
    sigma0 = 2e4, sigma1 = 40, sigma2 = 0.1, mu_c = 0.6, mu_s = 0.8, s_ba = 0.9,
    stribeck = function(s) return 0.6 + 0.2 / (1 + (s / 0.01) ^ 2) end,
  },
}
