--! 3: a text of the spec is longer than 1 MiB
local s, t = ("x"):rep(1024 * 1024), {}
for i = 1, 3 do pcall(table.concat, { s, s }) end
