--! 9: dahl keeps its force when the contact lifts; with unilateral use coulomb or lugre
return mechanism {
  name = "m",
  q = { "x", "y" },
  mass = function(q) return { { 1, 0 }, { 0, 1 } } end,
  force = function(q, qd, t, u) return { 0, -9.81 } end,
  constraint = function(q) return { q.y } end,
  contact = function(q) return { q.x, q.y } end,
  unilateral = true,
  friction = dahl { sigma = 1e4, mu = 0.3 },
}
