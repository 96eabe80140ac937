--! 4: the spec needs more than 64 MiB of memory
local t = {}
for i = 1, 1e9 do
  t[i] = { i }
end
