--! 3: the spec has set disc to nil
disc = nil
local d = disc { radius = 1 }
