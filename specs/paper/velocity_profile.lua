-- PL Fig. 5: a contact that follows a velocity profile of its centre of pressure:
-- first a spin, then also a slide along x, then along y.
local p = param { model = "distributed", c = 0.015 } -- m/s

local function between(t, knots)
  for i = 2, #knots do
    local a, b = knots[i - 1], knots[i]
    if t <= b[1] then return a[2] + (b[2] - a[2]) * (t - a[1]) / (b[1] - a[1]) end
  end
  return knots[#knots][2]
end

local rows = {} -- cells whose centre is within ten cells of the middle one
for j = 1, 21 do
  rows[j] = {}
  for i = 1, 21 do
    rows[j][i] = (i - 11) ^ 2 + (j - 11) ^ 2 <= 100 and 1 or 0
  end
end

return contact {
  name     = "velocity_profile",
  about    = "The profile of Fig. 5, on a circle as the paper's program masks it.",
  model    = p.model,
  size     = { 0.02, 0.02 },
  pressure = map(rows),
  friction = lugre {
    sigma0 = 1e6, sigma1 = 8e2, sigma2 = 0.2,
    mu_c = 1.0, mu_s = 1.2, v_s = 1e-3, gamma = 2, s_ba = 0.9,
  },
  step     = "implicit", -- of second order: within 1e-4 at this dt
  scenario = {
    duration = 5, dt = 5e-5, fn = 1,
    twist = function(t)
      local w = between(t, { { 0, 0 }, { 0.6, 1 }, { 3.4, 1 }, { 4, 0 } })
      local vx = between(t, { { 0, 0 }, { 0.8, 0 }, { 1.4, p.c }, { 1.6, p.c }, { 2.2, 0 } })
      local vy = between(t, { { 0, 0 }, { 2.4, 0 }, { 2.7, 0.4 * p.c }, { 4.3, 0.4 * p.c }, { 4.6, 0 } })
      return vx, vy, w
    end,
  },
}
