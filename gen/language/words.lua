-- words.lua: the words of the spec language, and all other globals of a spec.
-- In: { name, use, name, use, ... }, the words that make tables, and functions of
-- host.c (below). Out: a table with the globals; a spec has no others.
--
-- Invariant: no global depends on the machine, the time or the order of a hash
-- table, and no call stays in C without a bound.
local words_of_tables, host = ...
-- host.tag(table, word, level): stores the word of the table and the line of
--   the caller at that level (0: no line); returns the table
-- host.word(value): returns the word of a table, or nil
-- host.override(name): returns the value that --set gives a parameter, or nil
-- host.param(name, value): stores a parameter; returns false if the name is
--   already stored
-- host.charge(n): counts work in C as n instructions
-- host.near(name, list): returns the entry of the list nearest to name, or nil
-- host.log(text): writes a line to stderr
-- This file adds host.world for sandbox.c and spec.c, and host.trace and
-- host.call for trace.c.

local type, error, select, rawget, rawlen = type, error, select, rawget, rawlen
local next, tostring, setmetatable, getmetatable = next, tostring, setmetatable, getmetatable
local load, ipairs, tonumber = load, ipairs, tonumber
local concat, move, pack, unpack = table.concat, table.move, table.pack, table.unpack
local format, rep, byte, sub = string.format, string.rep, string.byte, string.sub
local insert, remove = table.insert, table.remove
local pcall = pcall
local random, randomseed, mtype = math.random, math.randomseed, math.type

local longest = 1024 * 1024 -- bytes of a text
local most_results = 1024 -- numbers that a traced function may return

-- ---- values as text without addresses ---------------------------------------

local function text(value)
  local kind = type(value)
  if kind == "function" or kind == "thread" then return kind end
  if kind == "table" then
    local meta = getmetatable(value)
    if type(meta) ~= "table" or not rawget(meta, "__tostring") then return kind end
  end
  return tostring(value)
end

local is_modifier = {}
for _, char in ipairs { "-", "+", " ", "#", ".", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9" } do
  is_modifier[char] = true
end

local function formatted(pattern, ...)
  if type(pattern) ~= "string" then
    error("string.format needs a string, got a " .. type(pattern), 2)
  end
  local args = pack(...)
  host.charge(#pattern + 20 * args.n)
  for i = 1, args.n do
    local kind = type(args[i])
    if kind == "table" or kind == "function" then args[i] = text(args[i]) end
  end
  local i = 1
  while i <= #pattern do
    if byte(pattern, i) == 37 then -- %
      i = i + 1
      while is_modifier[sub(pattern, i, i)] do i = i + 1 end
      if sub(pattern, i, i) == "p" then error("string.format: %p is not available in a spec", 2) end
    end
    i = i + 1
  end
  return format(pattern, unpack(args, 1, args.n))
end

-- ---- lists: functions in C get plain tables of bounded length -----------------

local longest_list = 1 << 22

-- With a metatable a function in C could loop for ever without counting
-- instructions.
local function plain(t, name)
  if type(t) ~= "table" then error(name .. " needs a table, got a " .. type(t), 3) end
  if getmetatable(t) ~= nil then error(name .. " takes plain tables only, without a metatable", 3) end
  return t
end

-- Checks a range of items and counts `work` instructions for each of them: what takes
-- a step of C counts one, a move counts as long as the limit's loops take.
local function within(name, first, last, work)
  if mtype(first) ~= "integer" or mtype(last) ~= "integer" or first < -longest_list or last > longest_list then
    error(name .. ": from " .. text(first) .. " to " .. text(last) .. " is not a range of at most 4 Mi items", 3)
  end
  host.charge(last >= first and (last - first + 1) * (work or 1) or 0)
end

local lists = { pack = pack }

function lists.concat(t, separator, first, last)
  plain(t, "table.concat")
  first, last = first or 1, last or #t
  within("table.concat", first, last)
  return concat(t, separator, first, last)
end

function lists.insert(t, ...)
  plain(t, "table.insert")
  host.charge(select("#", ...) > 1 and 2 * #t or 1)
  return insert(t, ...)
end

function lists.remove(t, ...)
  plain(t, "table.remove")
  host.charge(select("#", ...) > 0 and 2 * #t or 1)
  return remove(t, ...)
end

-- Returns the items 1..n in order, equal items as they were: a merge sort, which
-- changes `list`. That of C draws its pivot from the clock, and compares without
-- counting instructions.
local function sorted(list, n, less)
  local other, width = {}, 1
  while width < n do
    for low = 1, n, 2 * width do
      local a, b = low, low + width
      local last_a, last_b = b - 1, b + width - 1
      if last_b > n then last_b = n end
      for k = low, last_b do
        if b > last_b or (a <= last_a and not less(list[b], list[a])) then
          other[k], a = list[a], a + 1
        else
          other[k], b = list[b], b + 1
        end
      end
    end
    list, other, width = other, list, 2 * width
  end
  return list
end

local function is_less(a, b) return a < b end

function lists.sort(t, order)
  plain(t, "table.sort")
  if order ~= nil and type(order) ~= "function" then
    error("table.sort needs a function as its order, got a " .. type(order), 2)
  end
  local n = #t
  host.charge(2 * n)
  move(sorted(move(t, 1, n, 1, {}), n, order or is_less), 1, n, 1, t)
end

function lists.unpack(t, first, last)
  plain(t, "table.unpack")
  first, last = first or 1, last or #t
  within("table.unpack", first, last)
  return unpack(t, first, last)
end

function lists.move(from, first, last, at, to)
  plain(from, "table.move")
  if to ~= nil then plain(to, "table.move") end
  within("table.move", first, last, 5)
  within("table.move", at, at)
  return move(from, first, last, at, to)
end

-- ---- tables in a fixed order -------------------------------------------------

local rank = { number = 1, string = 2, boolean = 3 }

local function before(a, b)
  local ra, rb = rank[type(a)], rank[type(b)]
  if ra ~= rb then return ra < rb end
  if ra == 3 then return a and not b end
  return a < b
end

local function sorted_pairs(t)
  if type(t) ~= "table" then error("pairs needs a table, got a " .. type(t), 2) end
  local keys, n = {}, 0
  for k in next, t do
    if not rank[type(k)] then
      error("pairs: a key is a " .. type(k) .. "; only numbers, strings and booleans have an order", 2)
    end
    n = n + 1
    keys[n] = k
  end
  keys = sorted(keys, n, before)
  local i = 0
  return function()
    while i < n do
      i = i + 1
      local value = rawget(t, keys[i])
      if value ~= nil then return keys[i], value end
    end
  end, t, nil
end

-- ---- surfaces: a + b ------------------------------------------------------------

local surface = { __metatable = false, __name = "surface" }

local function is_surface(value)
  return type(value) == "function" or (type(value) == "table" and getmetatable(value) == false)
end

function surface.__add(a, b)
  if not is_surface(a) or not is_surface(b) then
    error("a surface can only be added to a surface or a function, got a " ..
      type(is_surface(a) and b or a), 2)
  end
  local parts = {}
  for _, part in ipairs { a, b } do
    if host.word(part) == "sum" then
      host.charge(#part)
      move(part, 1, #part, #parts + 1, parts)
    else
      parts[#parts + 1] = part
    end
  end
  return host.tag(setmetatable(parts, surface), "sum", 2)
end

-- ---- tables in which reading an unknown name is an error -------------------------

-- Returns the metatable; `what` starts the message: "param declares no".
local function named(what)
  return { __metatable = "named", __index = function(list, name)
    if type(name) ~= "string" then return nil end
    local names = {}
    for key in next, list do
      if type(key) == "string" then names[#names + 1] = key end
    end
    names = sorted(names, #names, is_less)
    local near = host.near(name, names)
    error(format("%s %q; %s", what, name, near and "did you mean " .. near .. "?" or #names > 0 and
      "the names are " .. concat(names, ", ") or "there are no named values"), 2)
  end }
end
local parameters_of_spec = named("param does not declare")
local values_of_call = named("no value has the name")

-- ---- words ------------------------------------------------------------------------

local function word(name, meta)
  return function(given, ...)
    if select("#", ...) > 0 then error(name .. " takes one table: " .. name .. " { ... }", 2) end
    if type(given) == "string" and name == "image" then given = { given } end
    if type(given) ~= "table" then
      error(name .. " takes a table: " .. name .. " { ... }, got a " .. type(given), 2)
    end
    local copy = {}
    for k, v in next, given do copy[k] = v end
    return host.tag(setmetatable(copy, meta), name, 2)
  end
end

-- Makes a word of which `hertz` and `hertz {}` are the same table.
local function bare_word(name)
  local make = word(name, surface)
  return host.tag(setmetatable({}, { __metatable = false, __call = function(_, given)
    if type(given) ~= "table" then
      error(name .. " takes a table: " .. name .. " { ... }, got a " .. type(given), 2)
    end
    return host.tag(make(given), name, 2)
  end }), name, 0)
end

local function param(given)
  if type(given) ~= "table" then error("param takes a table: param { mu = 0.8 }", 2) end
  local values = {}
  for name, default in sorted_pairs(given) do
    if type(name) ~= "string" then error("param takes names only: param { mu = 0.8 }", 2) end
    local value = host.override(name)
    if value == nil then value = default end
    if type(value) ~= type(default) then
      error("parameter " .. name .. " must be a " .. type(default) .. " like its default, got a " ..
        type(value), 2)
    end
    if not host.param(name, value) then error("parameter " .. name .. " is declared twice", 2) end
    values[name] = value
  end
  return setmetatable(values, parameters_of_spec)
end

-- ---- symbols: one call of a function records its operations ---------------------------
-- The tape is a list of operations { op, a, b }. An integer operand is the index
-- of an earlier operation; a float operand is a number. `tape` is nil outside
-- host.trace. A symbol belongs to the tape of its own call and to no other.

local tape
local tape_of = setmetatable({}, { __mode = "k" })
local place_of = setmetatable({}, { __mode = "k" })
local symbol = { __metatable = false, __name = "symbol" }

local function is_symbol(value)
  local owner = tape_of[value]
  if owner == nil then return false end
  if owner ~= tape then
    error("the value is a symbol of another call; a function must not keep its parameters or what it computes from " ..
      "them for a later call", 0)
  end
  return true
end

local function operand(value)
  if is_symbol(value) then return place_of[value] end
  if type(value) == "number" then return value + 0.0 end
  error("arithmetic needs a number, got a " .. type(value), 4)
end

local function record(op, a, ...)
  local operation = { op, operand(a) }
  if select("#", ...) > 0 then operation[3] = operand((...)) end
  if #tape >= 10000 then error("the function has more than 10000 operations; is a loop too long?", 0) end
  tape[#tape + 1] = operation
  local result = setmetatable({}, symbol)
  tape_of[result], place_of[result] = tape, #tape
  return result
end

for name, op in next, { __add = "+", __mul = "*", __pow = "^" } do
  symbol[name] = function(a, b) return record(op, a, b) end
end
function symbol.__sub(a, b) return record("+", a, record("*", -1.0, b)) end
function symbol.__div(a, b) return record("*", a, record("^", b, -1.0)) end
function symbol.__unm(a) return record("*", -1.0, a) end

local function no_branch()
  error("bristle also calls the function with symbols, which cannot be compared; write the function without a " ..
    "branch, with smooth functions such as math.tanh or math.sqrt(x*x + eps)", 2)
end
symbol.__lt, symbol.__le, symbol.__eq = no_branch, no_branch, no_branch

local function smooth_only(name, level)
  return function()
    error(name .. " does not have a derivative everywhere; use smooth functions such as math.sqrt(x*x + eps)", level)
  end
end
symbol.__mod, symbol.__idiv = smooth_only("%", 2), smooth_only("//", 2)

local symbolic_math = {}
for name, original in next, math do symbolic_math[name] = original end
symbolic_math.sinh = function(x) return (math.exp(x) - math.exp(-x)) / 2 end
symbolic_math.cosh = function(x) return (math.exp(x) + math.exp(-x)) / 2 end
symbolic_math.tanh = function(x)
  if x > 20 then return 1.0 elseif x < -20 then return -1.0 end
  local e = math.exp(2 * x)
  return (e - 1) / (e + 1)
end
for _, name in ipairs { "exp", "sqrt", "sin", "cos", "tan", "asin", "acos", "sinh", "cosh", "tanh" } do
  local original = symbolic_math[name]
  symbolic_math[name] = function(x)
    if is_symbol(x) then return record(name, x) end
    return original(x)
  end
end
symbolic_math.log = function(x, base)
  if not (is_symbol(x) or is_symbol(base)) then return base and math.log(x, base) or math.log(x) end
  local result = is_symbol(x) and record("log", x) or math.log(x)
  return base and result / symbolic_math.log(base) or result
end
symbolic_math.atan = function(y, x)
  if not (is_symbol(y) or is_symbol(x)) then return math.atan(y, x or 1) end
  return x and record("atan2", y, x) or record("atan", y)
end
for _, name in ipairs { "abs", "ceil", "floor", "fmod", "max", "min", "modf", "tointeger", "ult" } do
  local original, refuse = symbolic_math[name], smooth_only("math." .. name, 3)
  symbolic_math[name] = function(a, b, ...)
    if is_symbol(a) or is_symbol(b) then refuse() end
    return original(a, b, ...)
  end
end

-- Returns the arguments of a call. A parameter is false for a single value, or a
-- list of names for a table of values by index and by name. value(i) is the value
-- number i of all parameters.
local function arguments(parameters, value)
  local given, count = {}, 0
  for i, names in ipairs(parameters) do
    if names then
      local list = {}
      for k, name in ipairs(names) do
        count = count + 1
        list[k] = value(count)
        list[name] = list[k]
      end
      given[i] = setmetatable(list, values_of_call)
    else
      count = count + 1
      given[i] = value(count)
    end
  end
  return unpack(given, 1, #parameters)
end

-- Returns the numbers and symbols of the results, one after the other, as a new
-- list. Each result is read once and without its metatable, so that no code of
-- the spec runs here. shapes[i] is the shape of result i: { 0, 0 } a number,
-- { n, 0 } a list of n, { n, m } n rows of m; -1 allows any length and is replaced
-- by the length found.
local function collected(returns, shapes, results)
  local flat = {}
  local function wrong(what, ...)
    error(format("the function must return %s, but " .. what, returns, ...), 0)
  end
  local function one(value, what)
    if type(value) ~= "number" and not (tape and is_symbol(value)) then wrong("%s is a %s", what, type(value)) end
    if #flat >= most_results then wrong("it returns more than %d numbers", most_results) end
    flat[#flat + 1] = value
  end
  local function list(value, size, what, each)
    if type(value) ~= "table" or tape_of[value] then
      wrong("%s is a %s", what, tape_of[value] and "number" or type(value))
    end
    local count = rawlen(value)
    if size >= 0 and count ~= size then wrong("%s has %d entr%s", what, count, count == 1 and "y" or "ies") end
    if count == 0 then wrong("%s is empty", what) end
    for i = 1, count do each(rawget(value, i), i) end
    return count
  end
  if results.n ~= #shapes then wrong("it returns %d value%s", results.n, results.n == 1 and "" or "s") end
  for i, shape in ipairs(shapes) do
    local what = results.n == 1 and shape[1] ~= 0 and "the list" or "value " .. i
    if shape[1] == 0 then
      one(results[i], what)
    else
      shape[1] = list(results[i], shape[1], what, function(row, k)
        if shape[2] == 0 then return one(row, "item " .. k) end
        shape[2] = list(row, shape[2], "row " .. k, function(value, j) one(value, "item " .. j .. " of row " .. k) end)
      end)
    end
  end
  return flat
end

-- Calls f with symbols. Returns the tape and the results as operands.
function host.trace(f, parameters, returns, shapes)
  tape = {}
  local flat = collected(returns, shapes, pack(f(arguments(parameters, function(i) return record("symbol", i) end))))
  for i, value in ipairs(flat) do flat[i] = operand(value) end
  local recorded = tape
  tape = nil
  return recorded, flat
end

-- Calls f with numbers. Returns the results.
function host.call(f, parameters, returns, shapes, numbers)
  return collected(returns, shapes, pack(f(arguments(parameters, function(i) return numbers[i] end))))
end

-- ---- the globals of a spec -----------------------------------------------------------

randomseed(20260101)

local refused = { __gc = true, __len = true, __mode = true, __close = true, __metatable = true }

local world = {
  assert = assert, error = error, ipairs = ipairs, pairs = sorted_pairs, pcall = pcall,
  rawequal = rawequal, rawget = rawget, rawset = rawset, rawlen = rawlen, select = select,
  tonumber = function(x, ...)
    if type(x) == "string" then host.charge(#x) end
    return tonumber(x, ...)
  end,
  tostring = text, type = type, _VERSION = _VERSION,

  -- The handler runs after the call has failed, where instructions count.
  xpcall = function(f, handler, ...)
    local results = pack(pcall(f, ...))
    if results[1] then return unpack(results, 1, results.n) end
    return false, handler(results[2])
  end,

  -- A copy is set, since a spec could change the metatable after the check.
  setmetatable = function(t, meta)
    if type(t) ~= "table" then error("setmetatable needs a table, got a " .. type(t), 2) end
    if getmetatable(t) == false then error("setmetatable: the table of a word, such as disc, is protected", 2) end
    if meta == nil then return setmetatable(t, nil) end
    if type(meta) ~= "table" then error("setmetatable needs a table or nil, got a " .. type(meta), 2) end
    local copy = {}
    for k, v in next, meta do
      if refused[k] then error("setmetatable: " .. k .. " is not available in a spec", 2) end
      -- In a chain of tables that call each other Lua takes quadratic time within one instruction.
      if k == "__call" and type(v) ~= "function" then
        error("setmetatable: __call must be a function, got a " .. type(v), 2)
      end
      copy[k] = v
    end
    return setmetatable(t, copy)
  end,
  getmetatable = function(t)
    local meta = getmetatable(t)
    if type(meta) ~= "table" then return meta end
    local copy = {}
    for k, v in next, meta do copy[k] = v end
    return copy
  end,

  load = function(chunk, name, _, environment)
    if type(chunk) ~= "string" then error("load takes text, got a " .. type(chunk), 2) end
    host.charge(8 * #chunk)
    return load(chunk, name or "=load", "t", environment or host.world)
  end,

  print = function(...)
    local parts = pack(...)
    for i = 1, parts.n do parts[i] = text(parts[i]) end
    host.log(concat(parts, "\t", 1, parts.n))
  end,

  math = symbolic_math,
  string = {
    byte = string.byte, char = string.char, format = formatted, len = string.len, lower = string.lower,
    reverse = string.reverse, sub = string.sub, upper = string.upper,
    rep = function(s, n, separator)
      separator = separator or ""
      if type(s) ~= "string" or type(separator) ~= "string" or mtype(n) ~= "integer" then
        error("string.rep needs a string and a whole number", 2)
      end
      if n > 0 and (n > longest or n * (#s + #separator) > longest) then
        error("string.rep: the result would be longer than 1 MiB", 2)
      end
      if n <= 0 then return "" end
      host.charge(n * (#s + #separator) // 16)
      return rep(s, n, separator)
    end,
  },
  table = lists,

  param = param,
}

for i = 1, #words_of_tables, 2 do
  local name, use = words_of_tables[i], words_of_tables[i + 1]
  world[name] = use == "bare" and bare_word(name) or word(name, use == "surface" and surface or nil)
end

symbolic_math.randomseed = function(seed)
  if type(seed) ~= "number" then error("math.randomseed needs a number: a spec must not depend on the time", 2) end
  randomseed(seed)
end

-- The methods of texts, such as ("abc"):upper(), are those of `string` above.
local strings = getmetatable("")
strings.__index, strings.__metatable = world.string, false

-- Globals of Lua that a spec does not have, with the reason.
local missing = {
  io = "a spec cannot read or write files", os = "a spec does not depend on the time or the system",
  debug = "a spec runs in a closed state", package = "a spec is one file", coroutine = "write a loop or a function",
  utf8 = "use string", require = "a spec is one file", dofile = "a spec is one file",
  loadfile = "a spec is one file", collectgarbage = "the memory of a spec is limited to 64 MiB",
  next = "use pairs, which has a fixed order",
}
local missing_in_string = {
  find = "patterns", match = "patterns", gmatch = "patterns", gsub = "patterns",
  pack = "binary data", unpack = "binary data", packsize = "binary data", dump = "binary chunks",
}

setmetatable(world.string, { __metatable = false, __index = function(_, name)
  if missing_in_string[name] then
    error("string." .. name .. " is not available in a spec: specs have no " .. missing_in_string[name], 2)
  end
end })

local words, is_word = {}, {}
for name in next, world do words[#words + 1], is_word[name] = name, true end
words = sorted(words, #words, is_less)

-- Names that users try, with the word of the language that means the same.
local meant = {
  circle = "disc", ellipse = "image or function(x, y)", ring = "annulus", box = "rectangle", square = "rectangle",
  rect = "rectangle", stribeck = "lugre { stribeck = function(s) ... end }", body = "slider",
}

local function suggestion(name)
  if type(name) ~= "string" then return nil end
  return meant[name] or symbolic_math[name] and "math." .. name or host.near(name, words)
end

-- Reading a global that was never set is an error.
setmetatable(world, { __metatable = false, __index = function(_, name)
  if missing[name] then error(name .. " is not available in a spec: " .. missing[name], 2) end
  if is_word[name] then error("the spec has set " .. text(name) .. " to nil", 2) end
  local near = suggestion(name)
  error("unknown name " .. text(name) .. (near and "; did you mean " .. near .. "?" or ""), 2)
end })

world._G = world
host.world = world
return world
