-- The reaction changes its sign within 1e-9 m of a state: its size has a kink there.
return mechanism {
  name = "it",
  q = { "x", "y" },
  inputs = { "push" },
  mass = function(q) return { { 0.031595, 0 }, { 0, 0.031595 } } end,
  force = function(q, qd, t, u) return { u.push, -3.9921 } end,
  constraint = function(q) return { q.y - -0.73152*q.x } end,
  contact = function(q, t) return { q.x, q.y } end,
  friction = coulomb { mu = 0.055879, mu_s = 0.075252 },
  normal = "coupled",
  baumgarte = { 1e+06, 1e+06 },
  real = "double",
  scenario = {
    duration = 1, dt = 1e-3, q = { 0.0007318, -0.00053532 },
    input = function(t) return { 4.7767e-05*math.sin(9*t) } end,
  },
}
