--! 4: the spec needs more than 64 MiB of memory
local t = {}
while true do
  pcall(function() for i = 1, 1e9 do t[#t + 1] = "x" .. i end end)
end
