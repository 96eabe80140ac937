--! 4: tables are nested more than 16 levels deep; does a table contain itself?
local t = {}
t.t = t
return contact { name = "pad", grid = { 5, 5 }, size = { 1, 1 }, pressure = t, friction = t }
