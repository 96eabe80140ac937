--! 3: the spec ran for more than 200 million instructions; does a loop never end?
local loop = function() while true do end end
xpcall(loop, loop)
