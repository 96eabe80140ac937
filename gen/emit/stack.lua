-- stack.lua: bounds of the stack of emitted functions. In: the texts of a header and its
-- source, the bytes of a real. Out: a list of { name, bytes } of the header's functions.
--
-- Invariant: a bound follows from the text alone: each function's objects and numbers, and
-- the deepest of its callees. No compiler is asked.

-- What gcc takes for a function: bytes for each byte of an object (arrays and structs, with
-- the parts that wait in registers), of a number that may spill, and of a number within a
-- loop, which may spill as a vector. Bytes for a frame and for each call in the text, since
-- callees may be inlined; bytes once for the deepest calls. Fitted to all functions of 60
-- specs and forms, on four processors with -Os to -O3, then rounded up.
local OBJECT, SCALAR, LOOPED, FRAME, CALL, ONCE = 1.38, 1.05, 14, 8, 4, 192

-- Returns the text without comments, strings, directives and initialisers. Macros that are
-- integers go to `constants`.
local function plain_text(text, constants)
  text = text:gsub("/%*.-%*/", " "):gsub('"[^"\n]*"', '""'):gsub("\\\n", " ")
  text = text:gsub("\n[ \t]*#([^\n]*)", function(line)
    local name, value = line:match("^define ([%w_]+) (%d+)%s*$")
    if name then constants[name] = tonumber(value) end
    return "\n"
  end)
  return (text:gsub("\n[ \t]*#[^\n]*", "\n"):gsub("=%s*%b{}", ""))
end

-- Returns the number that an integer expression of literals and constants stands for.
local function integer_of(text, constants)
  local code = text:gsub("([^%d%w_])/([^/])", "%1//%2"):gsub("([%w_%)])/([^/])", "%1//%2")
  local chunk = load("return " .. code, "=size", "t", constants)
  local is_fine, number = pcall(chunk or error)
  return is_fine and math.tointeger(number) or error("no size in [" .. text .. "]", 0)
end

local function read_enums(text, constants)
  for body in text:gmatch("enum%s*[%w_]*%s*(%b{})") do
    local last = -1
    for entry in body:sub(2, -2):gmatch("[^,]+") do
      local name, value = entry:match("^%s*([%w_]+)%s*=%s*(.-)%s*$")
      name = name or entry:match("([%w_]+)")
      if name then
        last = value and integer_of(value, constants) or last + 1
        constants[name] = last
      end
    end
  end
end

-- Words that a declaration may begin with before its type's name.
local qualifiers = { const = true, volatile = true, long = true, unsigned = true }

-- Adds the bytes of a declaration such as "const real a[3], *b" to the `objects` and the
-- `scalars` of a frame. Does nothing for another statement.
local function add_declaration(statement, sizes, constants, frame)
  local word = statement:match("^%s*([%w_]+)")
  if not (word and (sizes[word] or qualifiers[word] or word:find("_ALIGN$"))) then return end
  local text = statement:gsub("%b()", ""):gsub("^%s+", "")
  if text:match("^static%f[^%w_]") or text:match("^typedef%f[^%w_]") then return end
  local is_aligned = false
  text = text:gsub("[%w_]+_ALIGN%s+", function() is_aligned = true return "" end)
  text = text:gsub("%f[%w_]const%f[^%w_]%s*", ""):gsub("%f[%w_]volatile%f[^%w_]%s*", "")
  text = text:gsub("^long long%f[^%w_]", "int64_t"):gsub("^unsigned int%f[^%w_]", "unsigned")
  local kind, rest = text:match("^([%w_]+)%s*(%**%s*[%a_].*)$")
  local size = kind and sizes[kind]
  if not size then return end
  for declarator in rest:gmatch("[^,]+") do
    declarator = declarator:gsub("=.*", "")
    local bytes, is_array = declarator:find("%*") and 8 or size, false
    for length in declarator:gmatch("%[(.-)%]") do
      bytes, is_array = bytes*integer_of(length, constants), true
    end
    local is_object = is_array or (size > 8 and not declarator:find("%*"))
    local sort = is_object and "objects" or "scalars"
    frame[sort] = frame[sort] + (is_object and (bytes + 7)//8*8 or bytes)
  end
  if is_aligned then frame.objects = frame.objects + 64 end
end

-- Bytes of a frame: arrays and structs; numbers; numbers within loops, which may become vectors.
local function new_frame() return { objects = 0, scalars = 0, looped = 0 } end

-- Returns the frame of a block in braces, and the place after it. Blocks beside each other
-- share their place.
local function frame_of(body, at, sizes, constants)
  local frame, inner = new_frame(), new_frame()
  while true do
    local mark = body:find("[;{}]", at)
    if not mark then break end
    local sign = body:sub(mark, mark)
    if sign == ";" then add_declaration(body:sub(at, mark - 1), sizes, constants, frame) end
    local start = at
    at = mark + 1
    if sign == "}" then break end
    if sign == "{" then
      local is_loop, block = body:sub(start, mark):match("^%s*LOOP%f[^%w_]") ~= nil, nil
      block, at = frame_of(body, at, sizes, constants)
      if is_loop then block.looped, block.scalars = block.looped + block.scalars, 0 end
      for sort, bytes in pairs(block) do inner[sort] = math.max(inner[sort], bytes) end
    end
  end
  for sort, bytes in pairs(inner) do frame[sort] = frame[sort] + bytes end
  return frame, at
end

local function read_structs(text, sizes, constants)
  for body, name in text:gmatch("typedef%s+struct%s*[%w_]*%s*(%b{})%s*([%w_]+)%s*;") do
    local frame = frame_of(body:sub(2), 1, sizes, constants)
    sizes[name] = (frame.objects + frame.scalars + 7)//8*8
  end
end

-- Returns name -> { frame, calls = { name = count } } of all functions of the text.
local function read_functions(text, sizes, constants)
  local functions = {}
  for name, body in text:gmatch("%f[%w_]([%w_]+)%s*%b()%s*\n(%b{})") do
    body = body:gsub("%f[%w_]for%s*%b()", ";LOOP ")
    local known = functions[name] or { frame = new_frame(), calls = {} }
    local frame = frame_of(body:sub(2), 1, sizes, constants)
    for sort, bytes in pairs(frame) do known.frame[sort] = math.max(known.frame[sort], bytes) end
    for callee in body:gmatch("%f[%w_]([%w_]+)%s*%(") do
      known.calls[callee] = (known.calls[callee] or 0) + 1
    end
    functions[name] = known
  end
  return functions
end

local function depth_of(functions, name)
  local f, deepest, calls = functions[name], 0, 0
  if f.depth then return f.depth end
  f.depth = 0
  for callee, count in pairs(f.calls) do
    if functions[callee] then
      deepest, calls = math.max(deepest, depth_of(functions, callee)), calls + count
    end
  end
  local frame = f.frame
  f.depth = deepest + FRAME + CALL*calls
    + OBJECT*frame.objects + SCALAR*frame.scalars + LOOPED*frame.looped
  return f.depth
end

return function(header, source, real, model)
  local constants = {}
  local sizes = {
    double = 8, float = 4, int = 4, unsigned = 4, char = 1, size_t = 8,
    int64_t = 8, uint64_t = 8, uint32_t = 4,
    [model .. "_vector"] = 4, [model .. "_vector_bits"] = 4, -- spill now and then
    [model .. "_real"] = real, [model .. "_bits"] = real, [model .. "_rounded"] = real,
  }
  header = plain_text("\n" .. header, constants)
  local text = header .. plain_text("\n" .. source, constants)
  read_enums(text, constants)
  read_structs(text, sizes, constants)
  local functions, list = read_functions(text, sizes, constants), {}
  for name in header:gmatch("%f[%w_]([%w_]+)%s*%b()%s*;") do
    if functions[name] then
      local bytes = math.ceil((ONCE + depth_of(functions, name))/16)*16
      list[#list + 1] = { name = name:sub(#model + 2), bytes = bytes }
    end
  end
  return list
end
