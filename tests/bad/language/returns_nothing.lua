--! 1: a spec returns one model, as in `return contact { ... }`; this one returns nothing
local pad = contact { name = "pad" }
