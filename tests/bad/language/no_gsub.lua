--! 2: string.gsub is not available in a spec: it has no patterns
local a = string.gsub("aaa", "a", "b")
