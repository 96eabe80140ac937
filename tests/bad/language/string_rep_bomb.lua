--! 2: string.rep: the result would be longer than 1 MiB
local s = ("x"):rep(1 << 30)
