--! 2: a text must not contain a zero byte
return contact { name = "pad\0", grid = { 5, 5 } }
