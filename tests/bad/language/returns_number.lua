--! 1: a spec returns one model, as in `return contact { ... }`; this one returns 42
return 42
