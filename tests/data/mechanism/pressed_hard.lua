-- The surface presses with 1e11 N: friction of 1 N was lost beside it in the reference's differences.
return mechanism {
  name = "m",
  q = { "x", "y" },
  inputs = { "push" },
  mass = function(q) return { { 159.44, 0 }, { 0, 159.44 } } end,
  force = function(q, qd, t, u) return { u.push, -6.801e+05 } end,
  constraint = function(q) return { q.y } end,
  contact = function(q, t) return { q.x - -0.2361*t, q.y } end,
  friction = coulomb { mu = 186.79 },
  normal = "coupled",
  baumgarte = { 1.322e+05, 1.322e+05 },
  real = "double",
  scenario = {
    duration = 1, dt = 1e-3, q = { 39.321, 0 },
    input = function(t) return { 116.9*math.sin(9*t) } end,
  },
}
