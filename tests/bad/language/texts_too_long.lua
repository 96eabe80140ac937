--! 4: the spec's texts are longer than 1 MiB
local s, t = ("x"):rep(30000000), {}
for i = 1, 40 do t[i] = s end
return contact { name = "pad", about = t }
