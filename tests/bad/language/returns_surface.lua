--! 2: a spec must return one model, as in `return contact { ... }`, got disc { ... }
return disc { radius = 0.01 }
