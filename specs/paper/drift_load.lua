-- PL Fig. 6 and 23: a disc on a table, pushed below breakaway by a force and
-- then a torque that oscillate. Elasto-plastic bristles stay; with
-- --set elastoplastic=false they creep. --set mask=false takes the disc as a shape.
local p = param { elastoplastic = true, model = "distributed", mask = true }

local rows = {} -- cells whose centre is within ten cells of the middle one
for j = 1, 21 do
  rows[j] = {}
  for i = 1, 21 do
    rows[j][i] = (i - 11) ^ 2 + (j - 11) ^ 2 <= 100 and 1 or 0
  end
end

local radius, mass = 0.05, 1.0

-- Ramps from 0 at t0 to `value` at t1.
local function rise(t, t0, t1, value)
  return value * math.max(0, math.min(1, (t - t0) / (t1 - t0)))
end

return contact {
  name     = "drift_load",
  about    = "A disc under loads that swing below breakaway.",
  model    = p.model,
  size     = { 0.05, 0.05 },
  grid     = not p.mask and { 21, 21 } or nil,
  pressure = p.mask and map(rows) or disc { radius = 0.025 },
  friction = lugre {
    sigma0 = 1e6, sigma1 = 8e2, sigma2 = 0.2, mu_c = 1.0, mu_s = 1.2,
    v_s = 1e-3, gamma = 2, s_ba = p.elastoplastic and 0.9 or nil,
  },
  body     = {
    mass = mass, inertia = mass * radius ^ 2 / 2,
    tolerance = p.elastoplastic and 1e-2 or 1e-7, -- creep adds up the errors of steps
  },
  scenario = {
    duration = 5, dt = 1e-3, hold = 0.01,
    fn = 9.81,
    load = function(t)
      local fx = t < 1 and rise(t, 0, 0.2, 1) or 1 + 0.4 * math.sin(6 * math.pi * t)
      local torque = t < 3 and rise(t, 2.8, 3, 0.03)
        or 0.03 + 0.01 * math.sin(6 * math.pi * t)
      return fx, 0, torque
    end,
  },
}
