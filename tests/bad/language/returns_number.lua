--! 1: a spec must return one model, as in `return contact { ... }`, got 42
return 42
