--! 3: the spec ran for more than 200 million instructions; does a loop never end?
local t = {}
for i = 1, 1e6 do table.insert(t, 1, i) end
