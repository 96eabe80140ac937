--! 13: the value is a symbol of another call; a function must not keep its parameters or what it computes from them for a later call
local kept
return mechanism {
  name       = "symbol_of_another_call",
  q          = { "x", "y" },
  mass       = function(q)
    if type(q.x) ~= "number" then
      for _ = 1, 9000 do kept = q.x * 1.0 end
    end
    return { { 1, 0 }, { 0, 1 } }
  end,
  -- The line of the error is the next one.
  force      = function(q)
    if type(q.x) == "number" then return { 0, 0 } end
    return { kept, 0 }
  end,
  constraint = function(q) return { q.y } end,
}
