-- canary.lua: never runs. code.c compiles it, and compares the bytecode with that of the build:
-- so it has each kind of statement and operator.
local first <const>, second <close> = 1, nil
local t = { 1, 2.5, "three", x = first, [4] = second, ... }
local function f(a, b, ...)
  local c, d = a + b - a*b/a % b ^ a // b, a & b | a ~ b << 2 >> 3
  if not a and b or -c > 0 and ~d <= 1 then return f(c, d), #t, ... end
  for i = 1, 10, 2 do t[i] = i + 1; t.x = t.x .. i .. "y"; if i == 3 then goto done end end
  for k, v in pairs(t) do t[k], t[v] = v, function(...) c = c + 1.5; return c, select("#", ...) end end
  while a < b do a = a + 1; if a >= 5 then break end end
  repeat local e = a == b; b = b - 1; t:x(e, 0x7fffffff, 1e300, nil, true, false) until e ~= nil
  ::done::
  return (f(...)), t[1], t[300], t["a long name of more than forty characters in all"]
end
return f
