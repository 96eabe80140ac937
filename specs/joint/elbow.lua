-- The elbow of a robot arm: a geared axis whose encoder counts some 7 steps before
-- it breaks away. Friction differs between the directions; elbow_compensate feeds it
-- forward.
return joint {
  name  = "elbow",
  about = "The geared elbow of a small robot arm.",
  unit  = "rotary",

  friction = lugre {
    F_c = 1.2, F_s = 1.6, v_s = 0.05, gamma = 2,
    sigma0 = 150, sigma1 = 0.6, sigma2 = 0.4, s_ba = 0.8,
  },
  reverse = { F_c = 1.0, F_s = 1.3 },

  encoder = 2*math.pi/4096,
  loop    = { inertia = 0.02, kp = 8, kd = 0.72, rate = 1000 },

  scenario = {
    duration = 2, dt = 0.001,
    drive = function(t) return 2.4 * math.sin(2 * math.pi * t) end,
  },
}
