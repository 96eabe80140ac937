-- A kilometre's square leaves few digits to differences.
return mechanism {
  name = "it",
  q = { "x", "y" },
  inputs = { "push" },
  mass = function(q) return { { 1.1883, 0 }, { 0, 1.1883 } } end,
  force = function(q, qd, t, u) return { u.push, -0.016399 } end,
  constraint = function(q) return { (q.x^2 + q.y^2 - 1e+06)/2000 } end,
  contact = function(q, t) return { q.x, q.y } end,
  friction = coulomb { mu = 1e-06 },
  baumgarte = { 1016.2, 1016.2 },
  real = "double",
  scenario = {
    duration = 1, dt = 1e-3, q = { 0, -1000 },
    input = function(t) return { 5254.1*math.sin(9*t) } end,
  },
}
