-- Friction stops the contact within a fraction of a step: the scheme itself errs by more than the tolerance, in the reference too.
return mechanism {
  name = "m",
  q = { "x", "y", "z" },
  inputs = { "push" },
  mass = function(q) return { { 339.69, 0, 0 }, { 0, 339.69, 0 }, { 0, 0, 339.69 } } end,
  force = function(q, qd, t, u) return { u.push, 0, -514.11 } end,
  constraint = function(q) return { q.z - -31.309*q.x^2 + 31.616*q.y^2 } end,
  contact = function(q, t) return { q.x, q.y, q.z } end,
  friction = coulomb { mu = 1000 },
  real = "float",
  scenario = {
    duration = 1, dt = 1e-3, q = { 0, 0, 0 },
    input = function(t) return { 9.5341*math.sin(9*t) } end,
  },
}
