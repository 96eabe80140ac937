--! 2: attempt to index a nil value (field 'a'): a was never set, or its name is misspelt
local t = {} local r = t.a.b
return contact { radius = r }
