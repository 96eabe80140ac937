--! 7: the function must return a list of values that must stay 0, { ... }, but it returns more than 1024 numbers
return mechanism {
  name       = "result_too_long",
  q          = { "x", "y" },
  mass       = function() return { { 1, 0 }, { 0, 1 } } end,
  -- The line of the error is the next one.
  constraint = function(q)
    local list = {}
    for i = 1, 1025 do list[i] = q.y end
    return list
  end,
}
