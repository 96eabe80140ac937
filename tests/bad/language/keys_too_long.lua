--! 5: the texts of the spec are longer than 1 MiB in all
-- Each place of the table has a copy of the key.
local t, list = { [("x"):rep(100000)] = 1 }, {}
for i = 1, 100000 do list[i] = t end
return contact { name = "pad", about = list }
