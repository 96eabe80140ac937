--! 2: a surface can only be added to a surface or a function, got a number
local s = disc { radius = 1 } + 3
