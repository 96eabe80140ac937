-- A hoop of 349 m: long differences keep digits that short ones lose.
return mechanism {
  name = "wide_hoop",
  q = { "x", "y" },
  inputs = { "push" },
  mass = function(q, t, par) return { { par.p1, 0 }, { 0, par.p1 } } end,
  force = function(q, qd, t, u, par) return { u.push, -par.p2 } end,
  constraint = function(q, t, par) return { (q.x^2 + q.y^2 - par.p3)/par.p4 } end,
  contact = function(q, t, par) return { q.x, q.y } end,
  friction = coulomb { mu = 0.023668, mu_s = 0.023868 },
  normal = "coupled",
  real = "double",
  scenario = {
    duration = 1, dt = 1e-3, q = { 0, -348.62 },
    input = function(t) return { 0.0067501*math.sin(9*t) } end,
  },
  parameters = { p1 = 0.0005541, p2 = 1.472e-05, p3 = 1.2154e+05, p4 = 697.25 },
  tune = { p1 = { 0.000506608828, 0.000599282784 }, p2 = { 1.37992739e-05, 1.4809042e-05 }, p3 = { 113330.865, 122130.278 } },
}
