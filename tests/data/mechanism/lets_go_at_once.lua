-- Friction holds within 1e-14 m only: differences do not see that.
return mechanism {
  name = "lets_go_at_once",
  q = { "x", "y" },
  inputs = { "push" },
  mass = function(q) return { { 6.1523e+05, -29004 }, { -29004, 6.1523e+05 } } end,
  force = function(q, qd, t, u) return { u.push, -4.0113e+08 } end,
  constraint = function(q) return { q.y } end,
  contact = function(q, t) return { q.x, q.y } end,
  friction = coulomb { mu = 1e-06 },
  baumgarte = { 4.4596e+05, 4.4596e+05 },
  real = "double",
  scenario = {
    duration = 1, dt = 1e-3, q = { 5.8239e-05, 0 },
    input = function(t) return { 1.8824e+07*math.sin(9*t) } end,
  },
}
