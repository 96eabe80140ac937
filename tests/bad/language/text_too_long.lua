--! 4: a text of the spec is longer than 1 MiB
local s = ("x"):rep(1024 * 1024)
local t = s .. s
return contact { name = t < s and "a" or "b" }
