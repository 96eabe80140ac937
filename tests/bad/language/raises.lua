--! 3: no pad of size 3
local n = 3
error("no pad of size " .. n)
