-- template.lua: the template expander. A template is text shaped as C: lines whose
-- first non-blank characters are //@ are Lua and vanish, $(expression) is filled in,
-- $$ is a dollar. In: host, with the plan's holes and functions of expander.c.
-- Out: a function (template's name) -> text, and the set of the holes that were read.
--
-- Invariant: an undefined name is an error with the template's line, and so is a
-- fractional number without real().
local host = ...
-- host.holes: name -> value; host.template(name) -> its text; host.chunk(name, text) -> a template
-- as Lua code; host.compiled(name) -> its bytecode or nil; host.number(x, type) -> a literal of the solver's type or of that type;
-- host.code(block, blanks, what, open) -> a block's lines

local read = {}

local env = {
  ipairs = ipairs, tostring = tostring, type = type, string = string, table = table, math = math,
}

local function literal(x)
  local text = host.number(x)
  return text:sub(1, 1) == "-" and "(" .. text .. ")" or text
end

-- $(real) is the name of the type; $(real(x)) is a literal of that type.
env.real = setmetatable({}, {
  __call = function(_, x) return literal(x) end,
  __tostring = function()
    read.real = true
    return host.holes.real
  end,
})

-- For comments: a number with at most six digits, and `count` numbers of a list as "(1, 2)".
function env.plain(x, digits) return string.format("%." .. (digits or 6) .. "g", x) end

function env.tuple(list, first, count)
  local texts = {}
  for i = 1, count do texts[i] = env.plain(list[first + i - 1]) end
  return "(" .. table.concat(texts, ", ") .. ")"
end

-- Returns a literal of type double, also in a file of type float.
function env.double(x)
  for digits = 1, 17 do
    local text = ("%." .. digits .. "g"):format(x)
    if tonumber(text) == x then return text:find("[.e]") and text or text .. ".0" end
  end
end

-- Returns the constant of the plan with that name in the equations, or nil.
local function find_constant(name)
  for _, c in ipairs(host.holes.constants) do
    if c.name == name then return c end
  end
end

local function constant(name)
  return find_constant(name) or error("no constant named " .. name, 3)
end

-- $(named("et")) is PAD_ET. $(times("et"))x is PAD_ET*x, or x alone if the constant is 1.
-- $(plus("et")) is " + PAD_ET", $(plus("et", "x")) is " + PAD_ET*x", and both are "" if the
-- constant is 0; minus is the same with " - ". sum({ { "et", "x" }, ... }) is the sum of all
-- products.
function env.named(name)
  local c = constant(name)
  return c.macro ~= "" and c.macro or literal(c.value)
end

-- $(value("v_ref")) is the literal of the hole v_ref, or the constant of that name (or of
-- `name`) if a tuning may change it; $(scaled("v_ref"))x is the product, x alone for 1.
function env.value(hole, name)
  local c = find_constant(name or hole)
  return c and c.is_tuned and c.macro or literal(env[hole])
end

function env.scaled(hole)
  local c = find_constant(hole)
  return c and c.is_tuned and c.macro .. "*" or env.factor(env[hole])
end

function env.times(name)
  local c = constant(name)
  if c.is_tuned then return c.macro .. "*" end
  return c.value == 1 and "" or c.value == -1 and "-" or c.macro .. "*"
end

-- Returns the product as a term of a sum, with its sign in front.
local function term(name, factor, sign)
  local c = constant(name)
  if c.is_tuned then return (sign < 0 and " - " or " + ") .. c.macro .. (factor and "*" .. factor or "") end
  if c.value == 0 then return "" end
  if c.value == -1 then sign = -sign end
  local product = math.abs(c.value) == 1 and (factor or literal(1))
    or factor and c.macro .. "*" .. factor or c.macro
  return (sign < 0 and " - " or " + ") .. product
end

function env.plus(name, factor) return term(name, factor, 1) end
function env.minus(name, factor) return term(name, factor, -1) end

function env.sum(products)
  local text = ""
  for _, p in ipairs(products) do text = text .. term(p[1], p[2], 1) end
  if text == "" then return literal(0) end
  return (text:gsub("^ %+ ", ""):gsub("^ %- ", "-"))
end

-- A factor that is not named: x$(by(2.5)) is x*2.5 and $(factor(2.5))x is 2.5*x; either is x
-- alone for 1.
function env.by(x) return x == 1 and "" or "*" .. literal(x) end
function env.factor(x) return x == 1 and "" or literal(x) .. "*" end

-- Returns true if the spec asks for the function.
function env.emits(name)
  local selected = host.holes.selected
  return not selected or selected[name] == true
end

-- Returns the entries of a list of { function, ... } whose function the spec asks for, or the
-- last entry if it asks for none of them.
function env.emitted_of(list)
  local kept = {}
  for _, entry in ipairs(list) do
    if env.emits(entry[1]) then kept[#kept + 1] = entry end
  end
  return #kept > 0 and kept or { list[#list] }
end

-- Returns C for the number that a list of three has in each of three cases, by the flags
-- is_spin (the third) and is_y (the second) of the C code, which exclude each other.
function env.by_face(list, spell)
  local x, y, spin = list[1], list[2], list[3]
  spell = spell or function(number) return ("%d"):format(number) end
  if x == y and y == spin then return spell(x) end
  if x == y then return ("(is_spin ? %s : %s)"):format(spell(spin), spell(x)) end
  if y == spin then return ("(is_spin | is_y ? %s : %s)"):format(spell(y), spell(x)) end
  if x == spin then return ("(is_y ? %s : %s)"):format(spell(y), spell(x)) end
  return ("(is_spin ? %s : is_y ? %s : %s)"):format(spell(spin), spell(y), spell(x))
end

-- The number of a status by its name in the runtime's list: $(status("BAD_INPUT")).
function env.status(name)
  return host.holes.statuses[name] or error("no status named " .. name, 2)
end

-- Returns a data block of gnuplot, $name: the numbers in lines of a format such as
-- "%.9g %.9g". `gap` empty lines, one by default, separate groups of `every` lines.
function env.datablock(name, list, format, every, gap)
  local columns, lines = {}, {}
  for column in format:gmatch("%S+") do columns[#columns + 1] = column end
  for i = 1, #list, #columns do
    local cells = {}
    for k, column in ipairs(columns) do
      local x = list[i + k - 1]
      cells[k] = x == x and column:format(x) or "NaN"
    end
    lines[#lines + 1] = table.concat(cells, " ")
    if every and (#lines - 1) % (every + (gap or 1)) == every - 1 then
      for _ = 1, gap or 1 do lines[#lines + 1] = "" end
    end
  end
  return ("$%s << EOD\n%s\nEOD"):format(name, table.concat(lines, "\n"))
end

-- Returns the text with n blanks before each line.
function env.indent(text, n)
  local blanks, lines = (" "):rep(n), {}
  for line in text:gmatch("[^\n]+") do lines[#lines + 1] = blanks .. line end
  return table.concat(lines, "\n")
end

-- Returns the lines of a block of assignments, n blanks before each. Lines of outputs start
-- with `open`: "const $(real) " declares the outputs, "" (the default) assigns them.
function env.code(block, n, open) return host.code(block.block, n or 2, nil, open) end

-- The same for the temporaries alone and for the outputs alone. A template that adds a comment
-- to each line has a loop: for _, line in ipairs(block.outputs) do $(line.name) $(line.value).
function env.temporaries(block, n) return host.code(block.block, n or 2, "temporaries") end
function env.outputs(block, n, open) return host.code(block.block, n or 2, "outputs", open) end

-- Declares temporaries and outputs as constants; a comment explains the outputs.
function env.declare(block, n, about)
  local text = host.code(block.block, n or 2, nil, ("const %s "):format(host.holes.real))
  return about and ("%s /* %s */"):format(text, about) or text
end

-- Returns the names of a list like "q v u t" that the block neither reads nor assigns, not
-- even as q[0] or k->w.
function env.unused(block, names)
  local list = {}
  for name in names:gmatch("%S+") do
    if not block.uses[name] then list[#list + 1] = name end
  end
  return list
end

-- Returns the members of a record for the inside of a struct, a line for each group.
function env.struct_members(record)
  local lines = {}
  for i, group in ipairs(record) do
    local length = group.count > 0 and ("[%d]"):format(group.count) or ""
    local names = group.names:gsub(" ", length .. ", ") .. length
    local about = group.about and (" /* %s */"):format(group.about) or ""
    lines[i] = ("  %s %s;%s"):format(group.is_whole and "int" or host.holes.real, names, about)
  end
  return table.concat(lines, "\n")
end

-- Returns the members of a record that the block reads.
function env.members_read(block, record)
  local list = {}
  for _, group in ipairs(record) do
    for name in group.names:gmatch("%S+") do
      if block.reads[name] then list[#list + 1] = name end
    end
  end
  return list
end

-- Returns the inside of an initialiser with `width` numbers on a line, or the largest divisor
-- of `width` for which the line has room. They are of the solver's type, or of `type`, "float"
-- or "double". Two sources may share a table, so texts are kept.
local printed = {}
function env.rows(list, width, type)
  width = width or 4
  local known = printed[list]
  if known and known.width == width then return known.text end
  local numbers, longest = {}, 1
  for i, x in ipairs(list) do
    numbers[i] = host.number(x, type)
    longest = math.max(longest, #numbers[i])
  end
  local fits, lines = width, {}
  while fits > 1 and (width % fits > 0 or fits*(longest + 2) > 97) do fits = fits - 1 end
  for i = 1, #numbers, fits do
    local last = math.min(i + fits - 1, #numbers)
    lines[#lines + 1] = "  " .. table.concat(numbers, ", ", i, last) .. (last < #numbers and "," or "")
  end
  printed[list] = { width = width, text = table.concat(lines, "\n") .. "\n" }
  return printed[list].text
end

-- The same for integers.
function env.whole(list)
  local lines = {}
  for i = 1, #list, 12 do
    local line = {}
    for k = i, math.min(i + 11, #list) do line[#line + 1] = ("%d"):format(list[k]) end
    lines[#lines + 1] = "  " .. table.concat(line, ", ") .. (i + 11 < #list and "," or "")
  end
  return table.concat(lines, "\n")
end

-- Returns c0 + x*(c1 + x*(c2 + ...)) in parentheses.
function env.polynomial(coefficients, x)
  local text = literal(coefficients[#coefficients])
  for i = #coefficients - 1, 1, -1 do
    text = ("(%s + %s*%s)"):format(host.number(coefficients[i]), x, text)
  end
  return text
end

-- Returns the same polynomial with a chain of half the length; x2 is x*x.
function env.paired(coefficients, x, x2)
  local text
  for i = #coefficients - (#coefficients + 1) % 2, 1, -2 do
    local pair = host.number(coefficients[i])
    if coefficients[i + 1] then
      pair = ("(%s + %s*%s)"):format(pair, x, literal(coefficients[i + 1]))
    elseif coefficients[i] < 0 then
      pair = "(" .. pair .. ")"
    end
    text = text and ("(%s + %s*%s)"):format(pair, x2, text) or pair
  end
  return text
end

-- Returns a statement for each of four vectors that stand side by side; # is the number of
-- the vector.
function env.four(statement)
  local lines = {}
  for i = 0, 3 do lines[#lines + 1] = (statement:gsub("#", i)) end
  return table.concat(lines, "\n")
end

-- Adds the words of another file: words("faces.lua").
local added = {}
function env.words(name)
  if added[name] then return end
  added[name] = true
  local code = host.compiled(name)
  assert(load(code or host.template(name), "=" .. name))(env, host.holes)
end

setmetatable(env, { __index = function(_, name)
  local value = host.holes[name]
  if value == nil then error("undefined name " .. tostring(name), 2) end
  read[name] = true
  return value
end })

-- Returns the names that a template passes to an included template, on top of the names that
-- the template itself got.
local function given_names(names, outer)
  for name in pairs(names) do
    if host.holes[name] ~= nil or rawget(env, name) then
      error(name .. " is a hole of the plan or a word of templates", 3)
    end
  end
  return setmetatable(names, { __index = outer })
end

local function expand(name, outer)
  outer = outer or env
  local out, count = {}, 0
  local scope = setmetatable({
    show = function(value)
      if type(value) == "string" then return value end
      if math.type(value) == "float" then
        if value ~= math.floor(value) then
          error("the number " .. value .. " needs a spelling: real(...)", 2)
        end
        value = math.tointeger(value)
      end
      if value == nil or type(value) == "boolean" then
        error("the value is " .. tostring(value) .. ", so there is no text for it", 2)
      end
      return tostring(value)
    end,
    out = function(text)
      count = count + 1
      out[count] = text
    end,
    -- include("file", { name = text }) expands a template that may use $(name) as well.
    include = function(inner, names)
      return expand(inner, names and given_names(names, outer) or outer):sub(1, -2)
    end,
  }, {
    __index = outer,
    -- A global of the template would hide the hole of that name.
    __newindex = function(_, name) error("set " .. name .. " with local in front", 2) end,
  })
  local code = host.compiled(name) or host.chunk(name, host.template(name))
  local chunk, message = load(code, "=" .. name, "bt", scope)
  if not chunk then error(message, 0) end
  chunk()
  return table.concat(out, "\n") .. "\n"
end

return expand, read
