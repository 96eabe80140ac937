--! 2: string.find is not available in a spec: it has no patterns
local a = ("aaa"):find("a+")
