--! 1: a spec must return one model, as in `return contact { ... }`, got nothing
local pad = contact { name = "pad" }
