-- The linear axis of a machine tool on rolling guides: plain LuGre.
return joint {
  name  = "axis",
  about = "A ball screw axis: friction at the table.",

  friction = lugre { F_c = 40, F_s = 55, v_s = 0.002, sigma0 = 5e6, sigma1 = 2e4, sigma2 = 120, v_d = 0.002 },

  scenario = {
    duration = 1, dt = 0.0005,
    v = function(t) return 0.01 * math.cos(2 * math.pi * 2 * t) end,
  },
}
