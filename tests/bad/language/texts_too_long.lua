--! 4: the texts of the spec are longer than 1 MiB in all
local s, t = ("x"):rep(30000), {}
for i = 1, 40 do t[i] = s end
return contact { name = "pad", about = t }
