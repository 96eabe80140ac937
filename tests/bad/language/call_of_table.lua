--! 4: setmetatable: __call must be a function, got a table
-- A table that calls itself would be asked for ever, within one instruction.
local t = {}
setmetatable(t, { __call = t })
t()
