-- A milligram is held against 42 N: floats leave 3 mm/s of a step's forces.
return mechanism {
  name = "m",
  q = { "x", "y" },
  inputs = { "push" },
  mass = function(q) return { { 1e-06, 0 }, { 0, 1e-06 } } end,
  force = function(q, qd, t, u) return { u.push, -3.4551e-06 } end,
  constraint = function(q) return { (q.x^2 + q.y^2 - 0.0096083)/0.19604 } end,
  contact = function(q, t) return { q.x, q.y } end,
  friction = coulomb { mu = 2.2531 },
  real = "float",
  scenario = {
    duration = 1, dt = 1e-3, q = { 0, -0.098022 },
    input = function(t) return { 0.01*math.sin(9*t) } end,
  },
}
