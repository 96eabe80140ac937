--! 2: string.find is not available in a spec: specs have no patterns
local a = ("aaa"):find("a+")
