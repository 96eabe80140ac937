--! 9: v_s = 1e-06 m/s with gamma = 4 leaves the range of floats at high speeds; take v_s = 6e-06 or more, a smaller gamma, or real = "double"
return mechanism {
  name = "m",
  q = { "x", "y" },
  mass = function(q) return { { 1, 0 }, { 0, 1 } } end,
  force = function(q, qd, t, u) return { 0, -9.81 } end,
  constraint = function(q) return { q.y } end,
  contact = function(q) return { q.x, q.y } end,
  friction = lugre { sigma0 = 1e5, mu_c = 0.3, mu_s = 0.4, v_s = 1e-6, gamma = 4 },
  scenario = { duration = 1, dt = 1e-3, q = { 0, 0 } },
  real = "float",
}
