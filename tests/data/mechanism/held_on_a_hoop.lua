-- The derivatives are 0, a difference of large ones in float.
return mechanism {
  name = "m",
  q = { "x", "y" },
  inputs = { "push" },
  mass = function(q) return { { 0.2095, 0 }, { 0, 0.2095 } } end,
  force = function(q, qd, t, u) return { u.push, -102.76 } end,
  constraint = function(q) return { (q.x^2 + q.y^2 - 0.20614)/0.90806 } end,
  contact = function(q, t) return { q.x, q.y } end,
  friction = coulomb { mu = 176.4 },
  normal = "coupled",
  baumgarte = { 1.2959e-06, 1.2959e-06 },
  real = "float",
  scenario = {
    duration = 1, dt = 1e-3, q = { 0, -0.45403 },
    input = function(t) return { 78.965*math.sin(9*t) } end,
  },
}
