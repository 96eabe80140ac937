--! 1: a spec returns one model, as in `return contact { ... }`; this one returns a table
return { name = "pad", grid = { 5, 5 } }
