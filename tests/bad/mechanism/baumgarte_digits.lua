--! 12: baumgarte's second number is too large for floats: it turns the rounding of constraint 1, 6.3e-06 within 0.1 of the scenario's q, into 1e+03, where the forces and the motion cause 0.062; take at most 31, or real = "double"
return mechanism {
  name = "m",
  q = { "x", "y" },
  inputs = { "push" },
  mass = function(q) return { { 1.1967e-06, 0 }, { 0, 1.1967e-06 } } end,
  force = function(q, qd, t, u) return { u.push, -6.25e-08 } end,
  constraint = function(q) return { (q.x^2 + q.y^2 - 11160)/211.28 } end,
  contact = function(q, t) return { q.x, q.y } end,
  friction = coulomb { mu = 1.1866 },
  normal = "coupled",
  baumgarte = { 12753, 12753 },
  real = "float",
  scenario = {
    duration = 1, dt = 1e-3, q = { 0, -105.64 },
    input = function(t) return { 2.0167e-08*math.sin(9*t) } end,
  },
}
