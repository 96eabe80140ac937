--! 4: the spec needs more than 64 MiB of memory
local part = "return {" .. ("1,"):rep(500000) .. "}"
local all = {}
for i = 1, 40 do all[i] = load(part)() end
