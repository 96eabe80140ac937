--! 38: the function must return 2 rows of 2 numbers, { { ... }, ... }, but item 1 of row 1 is a nil
-- The results are read once and without their metatables, which would answer
-- differently each time: else the reader's array would be too small.
local WIDE = 2000
local LONG = 2 * WIDE - 2

-- Two items by its length; reading the first makes them LONG.
local function grows()
  return setmetatable({ nil, 1.0 }, { __index = function(t)
    for i = 1, LONG do rawset(t, i, 1.0) end
    return 1.0
  end })
end

-- LONG items; reading the second makes them WIDE. Those beyond are 1, too.
local function shrinks()
  local row, is_short = {}, false
  for i = 1, LONG do row[i] = i ~= 2 and 1.0 or nil end
  return setmetatable(row, { __index = function(t)
    if not is_short then
      is_short = true
      rawset(t, 2, 1.0)
      for i = WIDE + 1, LONG do rawset(t, i, nil) end
    end
    return 1.0
  end })
end

local function plain()
  local rows = { {}, {} }
  for i = 1, WIDE do rows[1][i], rows[2][i] = 1.0, 1.0 end
  return rows
end

return mechanism {
  name       = "result_read_twice",
  q          = { "x", "y" },
  mass       = function(q)
    if type(q.x) == "number" then return plain() end
    return { grows(), shrinks() }
  end,
  constraint = function(q) return { q.y } end,
}
