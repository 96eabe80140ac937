--! 2: the list has a gap: one of its items is nil
return contact { name = "pad", grid = { 5, nil, 5 }, size = { 1, 1 } }
