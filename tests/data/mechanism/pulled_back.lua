-- Baumgarte's terms turn the normal force over within 8 nm.
return mechanism {
  name = "m",
  q = { "x", "y" },
  inputs = { "push" },
  mass = function(q) return { { 0.0003722, 0 }, { 0, 0.0003722 } } end,
  force = function(q, qd, t, u) return { u.push, -6.9106e-05 } end,
  constraint = function(q) return { q.y } end,
  contact = function(q, t) return { q.x, q.y } end,
  friction = coulomb { mu = 0.0084061, mu_s = 0.011641 },
  baumgarte = { 4872.9, 4872.9 },
  real = "double",
  scenario = {
    duration = 1, dt = 1e-3, q = { -94.841, 0 },
    input = function(t) return { 0.00086592*math.sin(9*t) } end,
  },
}
