-- The normal force changes its sign within a step of differences: |N| has a kink there.
return mechanism {
  name = "m",
  q = { "x", "y" },
  inputs = { "push" },
  mass = function(q) return { { 1642.6, 0 }, { 0, 1642.6 } } end,
  force = function(q, qd, t, u) return { u.push, -5270.8 } end,
  constraint = function(q) return { q.y } end,
  contact = function(q, t) return { q.x - -0.49059*t, q.y } end,
  friction = dahl { sigma = 1, mu = 2.8136, alpha = 1.5 },
  normal = "coupled",
  baumgarte = { 78450, 78450 },
  real = "double",
  scenario = {
    duration = 1, dt = 1e-3, q = { 53.975, 0 },
    input = function(t) return { 2.9816e+05*math.sin(9*t) } end,
  },
}
