-- Damping of 0.1 on 1e-12: forces of 1e12 cancel in the acceleration.
return mechanism {
  name = "m",
  q = { "a", "b" },
  inputs = { "push" },
  mass = function(q) return { { 2.8768e-12, 6.7684e-13*math.cos(q.a - q.b) }, { 6.7684e-13*math.cos(q.a - q.b), 8.2985e-13 } } end,
  force = function(q, qd, t, u) return { u.push - 0.1*qd.a - 6.7684e-13*math.sin(q.a - q.b)*qd.b^2, 6.7684e-13*math.sin(q.a - q.b)*qd.a^2 - 0.1*qd.b } end,
  constraint = function(q) return { 0.0015247*math.sin(q.a) + 0.0018694*math.sin(q.b) - 0.00076235 } end,
  contact = function(q) return { 0.0015247*math.cos(q.a) + 0.0018694*math.cos(q.b), 0.0015247*math.sin(q.a) + 0.0018694*math.sin(q.b) } end,
  friction = coulomb { mu = 1000 },
  normal = "coupled",
  baumgarte = { 5.0691e-05, 5.0691e-05 },
  real = "double",
  scenario = {
    duration = 1, dt = 1e-3, q = { 0.5236, 0 }, input = function(t) return { 1.9079e-05 * math.sin(9 * t) } end,
  },
}
