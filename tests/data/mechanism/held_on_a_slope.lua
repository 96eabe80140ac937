-- Friction of 4 kN holds a light contact on a slope against 100 N: the rounding of the forces moves it by 0.03 m/s in floats.
return mechanism {
  name = "m",
  q = { "x", "y" },
  inputs = { "push" },
  mass = function(q, t, par) return { { par.p1, 0 }, { 0, par.p1 } } end,
  force = function(q, qd, t, u, par) return { u.push, -par.p2 } end,
  constraint = function(q, t, par) return { q.y - par.p3*q.x } end,
  contact = function(q, t, par) return { q.x, q.y } end,
  friction = coulomb { mu = 71.843, mu_s = 93.218 },
  real = "float",
  scenario = {
    duration = 1, dt = 1e-3, q = { -0.0035886, -0.0025304 },
    input = function(t) return { 3.7507e-08*math.sin(9*t) } end,
  },
  parameters = { p1 = 1e-06, p2 = 0.0021309, p3 = 0.70512 },
  tune = { p1 = { 9.94746529e-07, 1.07638708e-06 }, p2 = { 0.00192925535, 0.00229739417 }, p3 = { 0.678584337, 0.71561226 } },
}
