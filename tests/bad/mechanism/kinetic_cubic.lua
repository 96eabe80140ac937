--! 5: kinetic must be quadratic in the velocities, but at x = 0, y = 0 it is not
return mechanism {
  name = "m",
  q = { "x", "y" },
  kinetic = function(q, qd) return qd.x^2 + qd.y^2 + 0.1*qd.x^3 end,
  force = function(q, qd, t, u) return { 0, -9.81 } end,
  constraint = function(q) return { q.y } end,
  contact = function(q) return { q.x, q.y } end,
  friction = coulomb { mu = 0.3 },
  scenario = { duration = 1, dt = 1e-3, q = { 0, 0 } },
}
