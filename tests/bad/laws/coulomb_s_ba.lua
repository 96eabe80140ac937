--! 9: coulomb has no key "s_ba"; the keys of coulomb are mu, mu_s, v_rest
return mechanism {
  name = "m",
  q = { "x", "y" },
  mass = function(q) return { { 1, 0 }, { 0, 1 } } end,
  force = function(q, qd, t, u) return { 0, -9.81 } end,
  constraint = function(q) return { q.y } end,
  contact = function(q) return { q.x, q.y } end,
  friction = coulomb { mu = 0.3, s_ba = 0.9 },
  scenario = { duration = 1, dt = 1e-3, q = { 0, 0 } },
}
