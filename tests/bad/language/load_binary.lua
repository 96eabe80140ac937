--! 2: attempt to load a binary chunk (mode is 't')
local f = assert(load("\27Lua"))
f()
