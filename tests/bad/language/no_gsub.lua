--! 2: string.gsub is not available in a spec: specs have no patterns
local a = string.gsub("aaa", "a", "b")
