--! 3: disc has been set to nil
disc = nil
local d = disc { radius = 1 }
