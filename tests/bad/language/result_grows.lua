--! 8: the function must return a list of values that must stay 0, { ... }, but item 1 is a nil
-- Reading an item of the list makes the list longer.
return mechanism {
  name       = "result_grows",
  q          = { "x", "y" },
  mass       = function() return { { 1, 0 }, { 0, 1 } } end,
  -- The line of the error is the next one.
  constraint = function(q)
    if type(q.x) == "number" then
      local list = {}
      for i = 1, 50 do list[i] = q.y end
      return list
    end
    return setmetatable({ nil, q.y }, { __index = function(t)
      for i = 1, 50 do rawset(t, i, q.y) end
      return q.y
    end })
  end,
}
