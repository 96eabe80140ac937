--! 2: a text holds a zero byte
return contact { name = "pad\0", grid = { 5, 5 } }
