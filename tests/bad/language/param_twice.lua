--! 3: parameter mu is declared twice
local a = param { mu = 1 }
local b = param { mu = 2 }
