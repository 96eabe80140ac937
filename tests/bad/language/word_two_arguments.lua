--! 2: lugre takes one table: lugre { ... }
local f = lugre({ sigma0 = 1 }, 2)
