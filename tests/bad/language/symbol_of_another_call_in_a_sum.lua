--! 13: the value is a symbol of another call; a function must not keep its parameters or what it computes from them for a later call
local kept
return mechanism {
  name       = "symbol_of_another_call_in_a_sum",
  q          = { "x", "y" },
  mass       = function(q)
    if type(q.x) ~= "number" then kept = q.x end
    return { { 1, 0 }, { 0, 1 } }
  end,
  -- Numbers and a symbol of the call of `mass`.
  force      = function(q)
    if type(q.x) ~= "number" then return { 0, 0 } end
    return { kept + 1, 0 }
  end,
  constraint = function(q) return { q.y } end,
}
