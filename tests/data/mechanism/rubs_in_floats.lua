-- Friction over slip loses its digits where the slip cannot turn.
return mechanism {
  name = "it",
  q = { "x", "y" },
  inputs = { "push" },
  mass = function(q) return { { 0.0015383, 0 }, { 0, 0.0015383 } } end,
  force = function(q, qd, t, u) return { u.push, -0.0005172 } end,
  constraint = function(q) return { (q.x^2 + q.y^2 - 13356)/231.13 } end,
  contact = function(q, t) return { q.x, q.y } end,
  friction = coulomb { mu = 1000 },
  baumgarte = { 1.9019e-05, 1.9019e-05 },
  real = "float",
  scenario = {
    duration = 1, dt = 1e-3, q = { 0, -115.57 },
    input = function(t) return { 4.3347*math.sin(9*t) } end,
  },
}
