-- count.lua: operations of emitted functions. In: the texts of a header and its source, the bytes
-- of a real, the name of the model. Out: for each function of the header { name, add, multiply,
-- divide, root, elementary, tables, is_bounded }: operations on reals along the longest path, calls
-- of exp and the like, whose operations count if they are in the file, and bytes of tables read.
--
-- Invariant: every number is a bound. Loops count by the bound of their variable, both sides of
-- ?: count, and of an if the dearer side. The text is read as a compiler without vectors reads
-- it. It knows the C of the templates: no goto, no switch, no function-like macros.
local lexer = ...
local file_tokens, file_closes -- of the whole text
local tokens, closes, at, macros, constants, types, members, tables, functions, model, real_bytes

-- ---- the preprocessor ------------------------------------------------------------------

-- Returns true if the condition of an #if holds for gcc on a processor without vectors.
local function holds(condition)
  local text = condition:gsub("__has_builtin%s*%b()", " false ")
  text = text:gsub("defined%s*%(?%s*([%w_]+)%s*%)?", function(name)
    return (name == "__GNUC__" or macros[name]) and " true " or " false "
  end)
  text = text:gsub("!=", "~="):gsub("!", " not "):gsub("&&", " and "):gsub("||", " or ")
  text = text:gsub("(%d)[uUlL]+%f[^%w]", "%1")
  text = text:gsub("%f[%w_][%a_][%w_]*", function(name)
    if name == "true" or name == "false" or name == "not" or name == "and" or name == "or" then return name end
    return macros[name] and tonumber((macros[name]:gsub("[uUlL]+$", ""))) and macros[name]:gsub("[uUlL]+$", "") or "0"
  end)
  local chunk = load("return " .. text)
  local fine, value = pcall(chunk or error)
  return fine and value ~= false and value ~= 0
end

local conditions = { ["if"] = "%s", ifdef = "defined(%s)", ifndef = "!defined(%s)" }

-- Returns the lines of a plain text that remain, and fills `macros`.
local function preprocess(text)
  local parts, open, at = {}, {}, 1
  local function is_on()
    for _, o in ipairs(open) do if not o.on then return false end end
    return true
  end
  while true do
    local first, last, directive, rest = text:find("\n[ \t]*#[ \t]*(%l+)[ \t]*([^\n]*)", at)
    if is_on() then parts[#parts + 1] = text:sub(at, (first or 0) - 1) end
    if not first then return table.concat(parts, "\n") end
    at = last + 1
    if conditions[directive] then
      local on = holds(conditions[directive]:format(rest))
      open[#open + 1] = { on = on, was = on }
    elseif directive == "elif" or directive == "else" then
      local o = open[#open]
      o.on = not o.was and (directive == "else" or holds(rest))
      o.was = o.was or o.on
    elseif directive == "endif" then
      open[#open] = nil
    elseif directive == "define" and is_on() then
      local name, value = rest:match("^([%w_]+)%s*(.-)%s*$")
      macros[name] = value
    end
  end
end

-- ---- costs -----------------------------------------------------------------------------

local sorts = { "add", "multiply", "divide", "root", "elementary" }

local function new_cost() return { add = 0, multiply = 0, divide = 0, root = 0, elementary = 0, is_bounded = true } end

local function total(c) return c.add + c.multiply + c.divide + c.root end

local function plus(c, other, times)
  for _, s in ipairs(sorts) do c[s] = c[s] + other[s]*(times or 1) end
  c.is_bounded = c.is_bounded and other.is_bounded
end

local function dearer(a, b)
  local c = new_cost()
  plus(c, total(a) >= total(b) and a or b)
  c.is_bounded = a.is_bounded and b.is_bounded
  return c
end

-- ---- expressions -----------------------------------------------------------------------

-- A value is { type = "r" or "i", low, high }: an integer of a known range has low and high. A
-- literal real is `known`, and so are members of a constant struct of literals, which has `parts`.
-- Nothing changes a value.
local REAL, WHOLE = { type = "r" }, { type = "i" }
local function value_of(type) return type == "r" and REAL or type == "i" and WHOLE or { type = type } end
local literals = {}
local frame -- { types, ranges, parts, cost, tables } of the function that is read
local expression, cost_of

local function new_frame()
  return { types = {}, ranges = {}, parts = {}, cost = new_cost(), tables = {} }
end

-- Returns the value of a literal.
local function new_number(token)
  if token:find("^0[xX]") then
    local n = tonumber((token:gsub("[uUlL]+$", "")))
    return { type = "i", low = n, high = n }
  end
  if token:find("[%.eE]") or token:find("[fF]$") then
    return { type = "r", known = tonumber((token:gsub("[fFlL]+$", ""))) }
  end
  local n = math.tointeger(tonumber((token:gsub("[uUlL]+$", ""))))
  return { type = "i", low = n, high = n }
end

local function number_of(token)
  local value = literals[token]
  if not value then
    value = new_number(token)
    literals[token] = value
  end
  return value
end

local function accept(token)
  if tokens[at] == token then at = at + 1 return true end
end

local function expect(token)
  if not accept(token) then
    error(("%s expected before %s"):format(token, table.concat(tokens, " ", at, math.min(at + 8, #tokens))), 0)
  end
end

local qualifiers = { const = true, static = true, volatile = true, struct = true, inline = true, extern = true, register = true }

-- Skips a type and returns its letter, its bytes and the order of a struct's members, or nil and
-- stays. Several words: unsigned char, long long.
local function type_at()
  local start, letter, bytes, order = at, nil, nil, nil
  while tokens[at] do
    local t = tokens[at]
    if qualifiers[t] then
      at = at + 1
    elseif types[t] and not (letter and not types[t].is_word) then
      if letter and not types[t].is_word then break end
      letter, bytes, order, at = types[t].letter, types[t].bytes, types[t].order, at + 1
    else
      break
    end
  end
  if not letter then at = start end
  return letter, bytes, order
end

local function with_tokens(list, body)
  local kept_tokens, kept_closes, kept_at = tokens, closes, at
  tokens, closes, at = list, nil, 1
  local result = body()
  tokens, closes, at = kept_tokens, kept_closes, kept_at
  return result
end

local named_elementary = { exp = true, log = true, pow = true, sin = true, cos = true, tan = true, atan = true,
  atan2 = true, tanh = true, sinh = true, cosh = true, asin = true, acos = true, expf = true, logf = true,
  powf = true, sinf = true, cosf = true, tanf = true, atanf = true, atan2f = true, tanhf = true }
local free_calls = { fabs = true, fabsf = true, memcpy = true, memset = true, memmove = true }

local function call(name)
  local arguments = {}
  while not accept(")") do
    arguments[#arguments + 1] = expression(2)
    accept(",")
  end
  local own = name:sub(1, #model + 1) == model .. "_" and name:sub(#model + 2) or name
  if own == "sqrt" or own == "sqrtf" or own == "__builtin_sqrt" or own == "__builtin_sqrtf" then
    frame.cost.root = frame.cost.root + 1
    return REAL
  end
  local f = functions[name]
  if f then
    local result = cost_of(f, arguments)
    plus(frame.cost, result.cost)
    if named_elementary[own] then frame.cost.elementary = frame.cost.elementary + 1 end
    for t in pairs(result.tables) do frame.tables[t] = true end
    return value_of(f.letter)
  end
  if named_elementary[own] then frame.cost.elementary = frame.cost.elementary + 1 end
  return (named_elementary[own] or own:find("^fabs")) and REAL or WHOLE
end

local function primary()
  local t = tokens[at]
  at = at + 1
  if not t then error("the text ends within an expression", 0) end
  if t == "(" then
    local kept = at
    local letter = (types[tokens[at]] or qualifiers[tokens[at]]) and type_at()
    if letter then
      while accept("*") or accept("const") do end
      expect(")")
      local value = expression(14)
      return { type = letter, low = letter == "i" and value.low or nil, high = letter == "i" and value.high or nil }
    end
    at = kept
    local value = expression(1)
    expect(")")
    return value
  end
  if t == "sizeof" then
    if accept("(") then
      local depth = 1
      while depth > 0 do
        if tokens[at] == "(" then depth = depth + 1 elseif tokens[at] == ")" then depth = depth - 1 end
        at = at + 1
      end
    else
      expression(14)
    end
    return WHOLE
  end
  if t == "{" then -- an initialiser
    while not accept("}") do
      expression(2)
      accept(",")
    end
    return REAL
  end
  if literals[t] or t:find("^[%d.]") then return number_of(t) end
  if tokens[at] == "(" and t:find("^[%a_]") then
    at = at + 1
    return call(t)
  end
  if tables[t] then frame.tables[t] = true end
  if frame.ranges[t] then return { type = "i", low = frame.ranges[t][1], high = frame.ranges[t][2] } end
  if frame.parts[t] then return { type = "s", parts = frame.parts[t], base = t } end
  if frame.types[t] then return value_of(frame.types[t]) end
  if constants[t] then return { type = "i", low = constants[t], high = constants[t] } end
  if macros[t] and macros[t] ~= "" then
    return with_tokens(lexer.tokens(macros[t], nil, true), function() return expression(1) end)
  end
  return value_of(tables[t] and tables[t].letter or "i")
end

local function postfix()
  local value = primary()
  while true do
    local t = tokens[at]
    at = at + 1
    if t == "[" then
      expression(1)
      expect("]")
      value = value_of(value.type)
    elseif t == "." or t == "->" then
      local part = value.parts and { type = members[tokens[at]] or "i", known = value.parts[tokens[at]], base = value.base }
      value = part or value_of(members[tokens[at]] or "i")
      at = at + 1
    elseif t == "++" or t == "--" then
      value = value_of(value.type)
    else
      at = at - 1
      return value
    end
  end
end

local function unary()
  local t = tokens[at]
  if t == "-" or t == "+" or t == "!" or t == "~" or t == "*" or t == "&" or t == "++" or t == "--" then
    at = at + 1
    local value = unary()
    if t == "-" and value.known then return { type = "r", known = -value.known } end
    if t == "-" and value.low then return { type = value.type, low = -value.high, high = -value.low } end
    return t == "+" and value or t == "!" and WHOLE or value_of(value.type)
  end
  return postfix()
end

local level = {
  ["="] = 2, ["+="] = 2, ["-="] = 2, ["*="] = 2, ["/="] = 2, ["%="] = 2, ["&="] = 2, ["|="] = 2, ["^="] = 2,
  ["<<="] = 2, [">>="] = 2, ["?"] = 3, ["||"] = 4, ["&&"] = 5, ["|"] = 6, ["^"] = 7, ["&"] = 8, ["=="] = 9,
  ["!="] = 9, ["<"] = 10, [">"] = 10, ["<="] = 10, [">="] = 10, ["<<"] = 11, [">>"] = 11, ["+"] = 12,
  ["-"] = 12, ["*"] = 13, ["/"] = 13, ["%"] = 13, [","] = 1,
}
local sort_of = { ["+"] = "add", ["-"] = "add", ["*"] = "multiply", ["/"] = "divide", ["+="] = "add", ["-="] = "add",
  ["*="] = "multiply", ["/="] = "divide", ["<"] = "add", [">"] = "add", ["<="] = "add", [">="] = "add",
  ["=="] = "add", ["!="] = "add" }

-- Returns the range of the integers a operator b, or nothing.
local function range_of(operator, a, b)
  if not (a.low and b.low) then return end
  if operator == "+" then return a.low + b.low, a.high + b.high end
  if operator == "-" then return a.low - b.high, a.high - b.low end
  if operator == "*" then
    local all = { a.low*b.low, a.low*b.high, a.high*b.low, a.high*b.high }
    table.sort(all)
    return all[1], all[4]
  end
  if operator == "/" and b.low == b.high and b.low > 0 and a.low >= 0 then return a.low//b.low, a.high//b.low end
end

local compared = {
  ["<"] = function(a, b) return a < b end, [">"] = function(a, b) return a > b end,
  ["<="] = function(a, b) return a <= b end, [">="] = function(a, b) return a >= b end,
}

-- Reads an expression of operators of at least that level, adds its cost, returns its value.
function expression(least)
  local left = unary()
  while true do
    local operator = tokens[at]
    local own = level[operator]
    if not own or own < least then return left end
    at = at + 1
    if operator == "?" then
      local one = expression(2)
      expect(":")
      local other = expression(3)
      left = (one.type == "r" or other.type == "r") and REAL or WHOLE
      if one.low and other.low then
        left = { type = left.type, low = math.min(one.low, other.low), high = math.max(one.high, other.high) }
      end
    else
      local right = expression(own == 2 and 2 or own + 1)
      local is_real = left.type == "r" or right.type == "r"
      local sort = sort_of[operator]
      if is_real and sort then frame.cost[sort] = frame.cost[sort] + 1 end
      local low, high, is_known
      if not is_real then low, high = range_of(operator, left, right) end
      if own == 2 and left.base then frame.parts[left.base] = nil end
      if left.known and right.known and compared[operator] then
        low = compared[operator](left.known, right.known) and 1 or 0
        high, is_known = low, true
      end
      local is_truth = own >= 4 and own <= 10 and own ~= 6 and own ~= 7 and own ~= 8
      local type = operator == "," and right.type or is_truth and "i" or own == 2 and left.type or is_real and "r" or "i"
      left = low and { type = type, low = low, high = high, is_known = is_known } or value_of(type)
    end
  end
end

-- ---- statements ------------------------------------------------------------------------

local statement

-- Runs `body` with a cost of its own, and returns that cost and what body returns.
local function apart(body)
  local kept = frame.cost
  frame.cost = new_cost()
  local result = body()
  local own = frame.cost
  frame.cost = kept
  return own, result
end

-- Reads the initialiser of a struct whose members have that order. Returns those that are known.
local function parts_of(order)
  local parts, k = {}, 0
  expect("{")
  while not accept("}") do
    k = k + 1
    if order[k] then parts[order[k]] = expression(2).known else expression(2) end
    accept(",")
  end
  return parts
end

-- Reads the declarators behind a type; `order` is that of a struct's members.
local function declarators(letter, is_constant, bytes, is_static, order)
  repeat
    while accept("*") or accept("const") or accept("restrict") or accept("__restrict") do end
    local name = tokens[at]
    at = at + 1
    local count = 1
    while accept("[") do
      local size = tokens[at] ~= "]" and expression(1) or {}
      count = size.high and count*size.high or count
      expect("]")
    end
    frame.types[name], frame.ranges[name], frame.parts[name] = letter, nil, nil
    if is_static and bytes then
      local own = "static " .. name .. at
      tables[own] = { bytes = count*bytes, letter = letter }
      frame.tables[own] = true
    end
    if tokens[at] == "=" and tokens[at + 1] == "{" and order and is_constant and not is_static and count == 1 then
      at = at + 1
      frame.parts[name] = parts_of(order)
    elseif accept("=") then
      local value = is_static and select(2, apart(function() return expression(2) end)) or expression(2)
      if is_constant and letter == "i" and value.low then frame.ranges[name] = { value.low, value.high } end
    end
  until not accept(",")
end

local function read_enum()
  while tokens[at] ~= "{" do at = at + 1 end
  at = at + 1
  local last = -1
  while not accept("}") do
    local name = tokens[at]
    at = at + 1
    local value = accept("=") and expression(3) or nil
    last = value and value.low or last + 1
    constants[name] = last
    accept(",")
  end
  expect(";")
end

local function starts_declaration()
  local t, after = tokens[at], tokens[at + 1]
  if qualifiers[t] then return true end
  return types[t] and after and (types[after] or qualifiers[after] or after == "*" or after:find("^[%a_]")) and true
end

local function declaration()
  local is_constant, is_static = false, false
  local k = at
  while qualifiers[tokens[k]] do
    is_constant = is_constant or tokens[k] == "const"
    is_static = is_static or tokens[k] == "static"
    k = k + 1
  end
  local letter, bytes, order = type_at()
  if not letter then error("no type: " .. table.concat(tokens, " ", at, math.min(at + 6, #tokens)), 0) end
  declarators(letter, is_constant, bytes, is_static, order)
  expect(";")
end

local function skip_to(stop)
  local depth = 0
  while closes and tokens[at] ~= stop do at = (closes[at] or tokens[at] and at or error("no " .. stop, 0)) + 1 end
  while not (depth == 0 and tokens[at] == stop) do
    local t = tokens[at] or error("no " .. stop, 0)
    if t == "(" or t == "[" or t == "{" then depth = depth + 1 elseif t == ")" or t == "]" or t == "}" then depth = depth - 1 end
    at = at + 1
  end
end

-- Returns the largest number of rounds of a loop whose header starts here, the variable and its
-- range; leaves `at` behind the header. Adds the cost of a round's header to `each`.
local function loop_header(each)
  local variable, first
  expect("(")
  if starts_declaration() then
    type_at()
    variable = tokens[at]
    at = at + 1
    expect("=")
    first = expression(2)
    frame.types[variable], frame.ranges[variable] = "i", nil
    if first.type == "r" then frame.types[variable] = "r" end
    if accept(",") then declarators("i", false) end
  elseif tokens[at] ~= ";" then
    if tokens[at + 1] == "=" then variable = tokens[at] end
    first = expression(1)
  end
  expect(";")
  -- the bound: variable < number, among the conditions joined by &&
  local kept, bound, relation = at, nil, nil
  skip_to(";")
  local stop = at
  for k = kept, stop - 1 do
    local t = tokens[k]
    variable = variable or (tokens[k + 1] == "<" and tokens[k])
    if tokens[k] == variable and (tokens[k + 1] == "<" or tokens[k + 1] == "<=" or tokens[k + 1] == ">" or tokens[k + 1] == ">=")
      and (k == kept or tokens[k - 1] == "&&") then
      at, relation = k + 2, tokens[k + 1]
      apart(function() bound = expression(11) end)
    end
  end
  at = kept
  if tokens[at] ~= ";" then
    plus(each, (apart(function() expression(1) end)))
  end
  expect(";")
  local rounds, range, step = nil, nil, 1
  if tokens[at] ~= ")" then
    if tokens[at] == variable and (tokens[at + 1] == "+=" or tokens[at + 1] == "-=" or tokens[at + 1] == "*=") then
      local operator = tokens[at + 1]
      local kept_at = at
      at = at + 2
      local by
      apart(function() by = expression(2) end)
      step = by.low
      if operator == "*=" and first and first.low and bound and bound.high and step and step > 1 then
        rounds = 0
        local x = first.low
        while (relation == "<" and x < bound.high) or (relation == "<=" and x <= bound.high) do
          x, rounds = x*step, rounds + 1
        end
        range = { first.low, bound.high }
      end
      at = kept_at
    end
    plus(each, (apart(function() expression(1) end)))
  end
  expect(")")
  if not rounds and first and first.low and bound and bound.low and step and step > 0 and relation then
    if relation == "<" or relation == "<=" then
      local last = bound.high - (relation == "<" and 1 or 0)
      rounds, range = math.max(0, (last - first.low + step)//step), { first.low, math.max(first.low, last) }
    else
      local last = bound.low + (relation == ">" and 1 or 0)
      rounds, range = math.max(0, (first.high - last + step)//step), { math.min(first.high, last), first.high }
    end
  end
  return rounds, variable, range
end

-- Returns true if a statement always leaves the function.
local function sequence(stop)
  while tokens[at] ~= stop do
    if not tokens[at] then error("no " .. stop, 0) end
    if tokens[at] == "if" then
      local cost, leaves = apart(function() return statement() end)
      if leaves == "one" then -- the rest is the other path
        local rest, rest_leaves = apart(function() return sequence(stop) end)
        plus(frame.cost, cost.condition)
        plus(frame.cost, dearer(cost.inside, rest))
        return rest_leaves
      end
      plus(frame.cost, cost)
      if leaves == "both" then
        skip_to(stop)
        return "both"
      end
    else
      local leaves = statement()
      if leaves == "both" and stop == "}" then
        skip_to(stop)
        return "both"
      end
    end
  end
  return nil
end

local words = { [";"] = true, ["{"] = true, ["return"] = true, ["break"] = true, ["continue"] = true, ["if"] = true,
  ["for"] = true, ["while"] = true, ["do"] = true, enum = true }

function statement()
  local t = tokens[at]
  if not words[t] then
    if starts_declaration() then return declaration() end
    expression(1)
    expect(";")
    return
  end
  if accept(";") then return end
  if accept("{") then
    local leaves = sequence("}")
    expect("}")
    return leaves
  end
  if accept("return") then
    if tokens[at] ~= ";" then expression(1) end
    expect(";")
    return "both"
  end
  if accept("break") or accept("continue") then expect(";") return end
  if accept("if") then
    expect("(")
    local condition, truth = apart(function() return expression(1) end)
    expect(")")
    local inside, leaves = apart(statement)
    local other, other_leaves = new_cost(), nil
    local has_else = accept("else")
    if has_else then other, other_leaves = apart(statement) end
    plus(frame.cost, condition)
    if truth.type == "i" and truth.is_known then -- one side alone
      plus(frame.cost, truth.low == 1 and inside or other)
      if truth.low == 1 then return leaves == "both" and "both" or nil end
      return other_leaves == "both" and "both" or nil
    end
    plus(frame.cost, dearer(inside, other))
    if leaves == "both" and other_leaves == "both" then return "both" end
    if leaves == "both" and not has_else then
      frame.cost.condition, frame.cost.inside = condition, inside
      return "one"
    end
    return
  end
  if accept("for") then
    local each = new_cost()
    local kept = {}
    for name, range in pairs(frame.ranges) do kept[name] = range end
    local rounds, variable, range = loop_header(each)
    if variable and range then frame.ranges[variable] = range end
    plus(each, (apart(statement)))
    frame.ranges = kept
    plus(frame.cost, each, rounds or 1)
    if not rounds then frame.cost.is_bounded = false end
    return
  end
  if accept("while") then
    expect("(")
    expression(1)
    expect(")")
    statement()
    frame.cost.is_bounded = false
    return
  end
  if accept("do") then
    statement()
    expect("while")
    expect("(")
    expression(1)
    expect(")")
    expect(";")
    frame.cost.is_bounded = false
    return
  end
  return read_enum()
end

-- Returns a text that is the same for the same known members.
local function key_of(parts)
  local list = {}
  for name, value in pairs(parts) do list[#list + 1] = name .. "=" .. value end
  table.sort(list)
  return table.concat(list, "&")
end

-- Returns { cost, tables } of a function for arguments of these ranges.
function cost_of(f, arguments)
  local key = {}
  for i, a in ipairs(arguments) do key[i] = a.low and a.low .. ":" .. a.high or a.parts and key_of(a.parts) or "?" end
  key = table.concat(key, ",")
  if f.known[key] then return f.known[key] end
  local result = { cost = new_cost(), tables = {} }
  f.known[key] = result -- of a recursion: none is emitted
  local kept_frame = frame
  frame = { types = {}, ranges = {}, parts = {}, cost = result.cost, tables = result.tables }
  for i, p in ipairs(f.parameters) do
    frame.types[p.name] = p.letter
    local a = arguments[i]
    if p.letter == "s" and not p.is_pointer and a then frame.parts[p.name] = a.parts end
    if p.letter == "i" and not p.is_pointer and a and a.low then frame.ranges[p.name] = { a.low, a.high } end
  end
  local kept_tokens, kept_closes, kept_at = tokens, closes, at
  tokens, closes, at = file_tokens, file_closes, f.first
  sequence("}")
  tokens, closes, at = kept_tokens, kept_closes, kept_at
  frame = kept_frame
  return result
end

-- ---- the file --------------------------------------------------------------------------

local function parameters_of(list)
  local result = {}
  with_tokens(list, function()
    while tokens[at] do
      local letter = type_at() or "i"
      local is_pointer = false
      while tokens[at] == "*" or tokens[at] == "const" or tokens[at] == "restrict" or tokens[at] == "__restrict" do
        is_pointer = is_pointer or tokens[at] == "*"
        at = at + 1
      end
      local name = tokens[at]
      at = at + 1
      while tokens[at] and tokens[at] ~= "," do
        is_pointer = true
        at = at + 1
      end
      at = at + 1
      if name and name ~= "," then result[#result + 1] = { name = name, letter = letter, is_pointer = is_pointer } end
    end
  end)
  return result
end

local function slice(from, to)
  return table.move(tokens, from, to, 1, {})
end

-- Reads the members of a struct. Returns their names in order.
local function read_members(from, to)
  local order = {}
  with_tokens(slice(from, to), function()
    while tokens[at] do
      local letter = type_at()
      if not letter then
        skip_to(";")
      else
        while tokens[at] and tokens[at] ~= ";" do
          local t = tokens[at]
          if t:find("^[%a_]") and not qualifiers[t] and tokens[at - 1] ~= "[" then
            if members[t] ~= "r" then members[t] = letter end
            order[#order + 1] = t
          end
          if t == "[" then
            at = at + 1
            skip_to("]")
          end
          at = at + 1
        end
      end
      at = at + 1
    end
  end)
  return order
end

local function read_typedef()
  local start = at
  if tokens[at + 1] == "struct" or tokens[at + 1] == "union" then
    while tokens[at] ~= "{" do at = at + 1 end
    local open = at
    at = at + 1
    skip_to("}")
    local order = read_members(open + 1, at - 1)
    at = at + 1
    types[tokens[at]] = { letter = "s", order = order }
    skip_to(";")
  else
    at = at + 1
    local letter, bytes = type_at()
    local name = tokens[at]
    if letter and name then types[name] = { letter = letter, bytes = bytes } end
    skip_to(";")
  end
  at = at + 1
end

-- Reads the item of the file at `at`.
local function read_item()
  local t = tokens[at]
  if t == "typedef" then return read_typedef() end
  if t == "enum" then
    frame = new_frame()
    return read_enum()
  end
  if t == "extern" and tokens[at + 2] == "{" then at = at + 3 return end
  if t == "}" or t == ";" then at = at + 1 return end
  while tokens[at] == "__attribute__" do
    at = at + 1
    expect("(")
    skip_to(")")
    at = at + 1
  end
  local letter, bytes = type_at()
  while accept("*") or accept("const") do end
  while tokens[at] == "__attribute__" do
    at = at + 2
    skip_to(")")
    at = at + 1
  end
  local name = tokens[at]
  at = at + 1
  if accept("(") then
    local open = at
    skip_to(")")
    local list = slice(open, at - 1)
    at = at + 1
    if accept("{") then
      local first = at
      skip_to("}")
      functions[name] = { letter = letter or "i", parameters = parameters_of(list), first = first, known = {} }
      at = at + 1
    else
      skip_to(";")
      at = at + 1
    end
    return
  end
  frame = new_frame()
  local count = 1
  while accept("[") do
    local size = tokens[at] ~= "]" and expression(1) or {}
    count = count*(size.high or 1)
    expect("]")
  end
  if bytes then tables[name] = { bytes = count*bytes, letter = letter } end
  skip_to(";")
  at = at + 1
end

return function(header, source, real, of)
  model, real_bytes = of, real
  macros, constants, members, tables, functions, frame = {}, {}, {}, {}, {}, nil
  types = {}
  for name, bytes in pairs { int = 4, unsigned = 4, char = 1, short = 2, long = 8, size_t = 8, int64_t = 8, int16_t = 2,
    uint64_t = 8, uint32_t = 4, __SIZE_TYPE__ = 8, signed = 4 } do
    types[name] = { letter = "i", bytes = bytes, is_word = not name:find("_") }
  end
  types.void = { letter = "i" }
  types.double, types.float = { letter = "r", bytes = 8 }, { letter = "r", bytes = 4 }
  local declared = preprocess("\n" .. lexer.plain(header))
  local text = declared .. preprocess("\n" .. lexer.plain(source))
  -- macros of nothing or of a qualifier vanish
  local dropped = {}
  for name, value in pairs(macros) do
    if value == "" or value:find("^__attribute__") or value:find("^static") or value:find("^inline") or value:find("^_*restrict$") then
      dropped[name] = true
    end
  end
  tokens, closes = lexer.tokens(text, dropped, true)
  at, file_tokens, file_closes = 1, tokens, closes
  local count = #tokens
  while at <= count do read_item() end
  local list = {}
  for name in declared:gmatch("([%w_]+)%s*%b()%s*;") do
    local f = functions[name]
    if f then
      local result = cost_of(f, {})
      local entry, bytes = { name = name:sub(#model + 2), is_bounded = result.cost.is_bounded }, 0
      for _, s in ipairs(sorts) do entry[s] = result.cost[s] end
      for t in pairs(result.tables) do bytes = bytes + tables[t].bytes end
      entry.tables = bytes
      list[#list + 1] = entry
    end
  end
  return list
end
