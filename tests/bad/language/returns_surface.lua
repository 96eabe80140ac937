--! 2: a spec returns one model, as in `return contact { ... }`; this one returns disc { ... }
return disc { radius = 0.01 }
