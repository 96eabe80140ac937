-- PL Fig. 31: as slip_case2_circle, between edges along x that press harder
-- towards x < 0.
local p = param { model = "distributed", com = 0.002 } -- m, along x

local mass = 0.2
local inertia = mass / 12 * (0.15 ^ 2 + 0.08 ^ 2)

return contact {
  name     = "slip_case2_line",
  about    = "Slip and stick in a gripper, case 2, on an edge.",
  model    = p.model,
  grid     = { 21, 21 },
  size     = { 0.02, 0.02 },
  pressure = gradient_line { length = 0.02, angle = math.pi },
  friction = lugre {
    sigma0 = 1e6, sigma1 = 8e2, sigma2 = 0.2, mu_c = 1.0, mu_s = 1.2,
    v_s = 1e-3, gamma = 2, s_ba = 0.9,
  },
  body     = {
    mass = mass, inertia = inertia, com = { p.com, 0 },
    gravity = { 0, -9.81 }, contacts = 2, tolerance = 1e-5,
  },
  scenario = {
    duration = 2, dt = 1e-3, hold = 0.01,
    load = function(t) return 0, 0, 0 end,
    fn = function(t) return 1.73 + 0.91 * math.sin(4 * math.pi * t) end,
  },
}
