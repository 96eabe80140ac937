--! 9: unilateral must be true or false, got the text "yes"
return mechanism {
  name = "m",
  q = { "x", "y" },
  mass = function(q) return { { 1, 0 }, { 0, 1 } } end,
  force = function(q, qd, t, u) return { 0, -9.81 } end,
  constraint = function(q) return { q.y } end,
  contact = function(q) return { q.x, q.y } end,
  unilateral = "yes",
}
