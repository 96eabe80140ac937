--! 8: arithmetic needs a number, got a nil
return mechanism {
  name       = "symbol_and_nil",
  q          = { "x", "y" },
  mass       = function() return { { 1, 0 }, { 0, 1 } } end,
  force      = function(q)
    if type(q.x) == "number" then return { 0, 0 } end
    return { q.x + nil, 0 }
  end,
  constraint = function(q) return { q.y } end,
}
