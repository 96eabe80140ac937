--! 2: setmetatable: __len is not available in a spec
local t = setmetatable({}, { __len = function() return 1 << 60 end })
table.insert(t, 1, 0)
