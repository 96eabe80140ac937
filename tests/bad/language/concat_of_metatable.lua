--! 2: table.concat takes plain tables only, without a metatable
table.concat(setmetatable({}, { __index = table.concat }), "", 1, math.maxinteger)
