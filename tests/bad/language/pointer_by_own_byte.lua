--! 3: string.format: %p is not available in a spec
string.byte = function() return 0 end
local name = string.format("%p", {})
