-- An object between two fingers, its centre of mass 2 mm beside them. The grip
-- swings twice a second: the object slips, turns, and sticks again.
local mass = 0.2

return contact {
  name     = "grip",
  grid     = { 21, 21 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 },
  friction = lugre {
    sigma0 = 1e5, sigma1 = 50, sigma2 = 0.2, v_d = 5e-3,
    mu_c = 1.0, mu_s = 1.2, v_s = 1e-3, s_ba = 0.9,
  },
  body     = {
    mass = mass, inertia = mass / 12 * (0.15 ^ 2 + 0.08 ^ 2), com = { 0.002, 0 },
    gravity = { 0, -9.81 }, contacts = 2,
  },
  scenario = {
    duration = 2, dt = 0.01,
    load = function(t) return 0, 0, 0 end,
    fn   = function(t) return 1.73 + 0.91 * math.sin(4 * math.pi * t) end,
  },
}
