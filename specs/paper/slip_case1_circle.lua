-- PL Fig. 27 and 28: an object between two fingers, its centre of mass 25 mm
-- beside the pads. The grip oscillates; the object slips, hangs lower, and sticks.
local p = param { model = "distributed", profile = 1 }

local rows = {} -- cells whose centre is within ten cells of the middle one
for j = 1, 21 do
  rows[j] = {}
  for i = 1, 21 do
    rows[j][i] = (i - 11) ^ 2 + (j - 11) ^ 2 <= 100 and 1 or 0
  end
end

local mass = 0.2
local inertia = mass / 12 * (0.15 ^ 2 + 0.08 ^ 2)

-- The force of a finger: it oscillates, or (profile 2) drops once.
local function grip(t)
  if p.profile == 1 then return 3.6 + 0.9 * math.sin(4 * math.pi * t) end
  return t > 0.305 and t < 0.495 and 2.9 or 4
end

return contact {
  name     = "slip_case1_circle",
  about    = "Slip and stick in a gripper, case 1, on a circle.",
  model    = p.model,
  size     = { 0.02, 0.02 },
  pressure = map(rows),
  friction = lugre {
    sigma0 = 1e6, sigma1 = 8e2, sigma2 = 0.2, mu_c = 1.0, mu_s = 1.2,
    v_s = 1e-3, gamma = 2, s_ba = 0.9,
  },
  body     = {
    mass = mass, inertia = inertia, com = { 0.025, 0 },
    gravity = { 0, -9.81 }, contacts = 2, tolerance = 1e-4,
  },
  scenario = {
    duration = 2, dt = 2e-3, hold = 0.01,
    load = function(t) return 0, 0, 0 end,
    fn = grip,
  },
}
