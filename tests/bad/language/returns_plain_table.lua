--! 1: a spec must return one model, as in `return contact { ... }`, got a table
return { name = "pad", grid = { 5, 5 } }
