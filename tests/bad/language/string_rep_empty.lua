--! 2: string.rep: the result would be longer than 1 MiB
local s = string.rep("", 1 << 60)
