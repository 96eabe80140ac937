--! 9: s_ba must be between 0.01 and 0.999, got 1
return mechanism {
  name = "m",
  q = { "x", "y" },
  mass = function(q) return { { 1, 0 }, { 0, 1 } } end,
  force = function(q, qd, t, u) return { 0, -9.81 } end,
  constraint = function(q) return { q.y } end,
  contact = function(q) return { q.x, q.y } end,
  friction = lugre { sigma0 = 1e5, mu_c = 0.3, s_ba = 1 },
  scenario = { duration = 1, dt = 1e-3, q = { 0, 0 } },
}
