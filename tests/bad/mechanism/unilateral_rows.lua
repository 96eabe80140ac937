--! 8: unilateral needs a contact point on one constraint of the coordinates; name the constraint that only pushes: surface = 1
return mechanism {
  name = "m",
  q = { "x", "y" },
  mass = function(q) return { { 1, 0 }, { 0, 1 } } end,
  force = function(q, qd, t, u) return { 0, -9.81 } end,
  constraint = function(q) return { q.y } end,
  unilateral = true,
}
