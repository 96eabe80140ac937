-- A gearbox: friction grows with the torque that it carries and changes with the
-- mesh of the teeth. The level can be tuned while the drive runs.
return joint {
  name  = "gearbox",
  about = "A gearbox with load and mesh.",
  unit  = "rotary",

  friction = lugre { F_c = 0.3, F_s = 0.4, v_s = 0.1, sigma0 = 60, sigma1 = 0.1, sigma2 = 0.02, s_ba = 0.9 },
  load     = { mu_c = 0.08, mu_s = 0.1, largest = 20 },
  position = { period = 2*math.pi/30, cos = { 0.08, 0.02 }, sin = { 0.05 } },

  tune = { F_c = { 0.1, 1 }, F_s = { 0.2, 2 }, sigma2 = { 0, 0.1 }, mu_c = { 0, 0.3 } },

  scenario = {
    duration = 3, dt = 0.001, inertia = 0.01,
    drive = function(t) return 2.5 * math.sin(2 * math.pi * 0.7 * t) end,
    load  = function(t) return 10 + 8 * math.sin(2 * math.pi * 0.31 * t) end,
  },
}
