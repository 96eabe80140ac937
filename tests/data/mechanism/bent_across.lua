-- Bristles across the surface lock the contact at every speed.
return mechanism {
  name = "m",
  q = { "x", "y", "th" },
  inputs = { "push" },
  mass = function(q) return { { 0.0056456, 0, 0 }, { 0, 0.0056456, 0 }, { 0, 0, 1.0536e-08 } } end,
  force = function(q, qd, t, u) return { u.push, -0.0012909, 0 } end,
  constraint = function(q) return { q.y } end,
  velocity_constraint = function(q) return { { 0, 0, 1 } }, { -0.36084 } end,
  surface = 1,
  contact = function(q, t) return { q.x, q.y } end,
  friction = lugre { sigma0 = 14.306, mu_c = 14.079, mu_s = 20.908, v_s = 3.2065, s_ba = 0.9 },
  normal = "coupled",
  real = "double",
  scenario = {
    duration = 1, dt = 1e-3, q = { 0, 0, 0 },
    input = function(t) return { 32.532*math.sin(9*t) } end,
  },
}
