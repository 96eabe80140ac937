--! 2: setmetatable: __gc is not available in a spec
setmetatable({}, { __gc = function() end })
