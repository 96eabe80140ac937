--! 4: length 0
local t = setmetatable({}, {})
getmetatable(t).__len = function() return math.maxinteger - 1 end
error("length " .. #t)
