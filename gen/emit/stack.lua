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

local lexer = ...

-- Returns the tokens of a plain text without initialisers in braces, and what closes brackets.
-- Macros that are integers go to `constants`.
local function read_tokens(text, constants)
  for name, value in text:gmatch("\n[ \t]*#define ([%w_]+) (%d+)[ \t]*%f[\n\0]") do
    constants[name] = tonumber(value)
  end
  return lexer.tokens(text)
end

-- Returns the place of the token that closes the group that opens at `at`.
local function close_of(tokens, at, open, close)
  local depth = 0
  for i = at, #tokens do
    local t = tokens[i]
    if t == open then
      depth = depth + 1
    elseif t == close then
      depth = depth - 1
      if depth == 0 then return i end
    end
  end
  error("no " .. close, 0)
end

-- Returns the number that an integer expression of literals and constants stands for: the
-- tokens from `first` to `last`.
local function integer_of(tokens, first, last, constants)
  local text = table.concat(tokens, " ", first, last):gsub("/", "//")
  local chunk = load("return " .. text, "=size", "t", constants)
  local is_fine, number = pcall(chunk or error)
  return is_fine and math.tointeger(number) or error("no size in [" .. text .. "]", 0)
end

local function read_enums(tokens, closes, constants)
  local count, i = #tokens, 1
  while i <= count do
    local open = tokens[i] == "enum" and (tokens[i + 1] == "{" and i + 1 or tokens[i + 2] == "{" and i + 2)
    if open then
      local close, last, first = closes[open], -1, open + 1
      for k = first, close do
        if tokens[k] == "," or k == close then
          if k > first then
            last = tokens[first + 1] == "=" and integer_of(tokens, first + 2, k - 1, constants) or last + 1
            constants[tokens[first]] = last
          end
          first = k + 1
        end
      end
      i = close
    end
    i = i + 1
  end
end

-- Words that a declaration may begin with before its type's name.
local qualifiers = { const = true, volatile = true, long = true, unsigned = true }

-- Adds the bytes of a declaration such as "const real a[3], *b", the tokens from `first` to
-- `last`, to the `objects` and the `scalars` of a frame. Does nothing for another statement.
local function add_declaration(tokens, first, last, sizes, constants, frame)
  local word = tokens[first]
  if not (sizes[word] or qualifiers[word] or word:find("_ALIGN$")) then return end
  local list, depth, is_aligned = {}, 0, false
  for i = first, last do
    local t = tokens[i]
    if t == "(" then
      depth = depth + 1
    elseif t == ")" then
      depth = depth - 1
    elseif depth == 0 and t:find("_ALIGN$") then
      is_aligned = true
    elseif depth == 0 and t ~= "const" and t ~= "volatile" then
      list[#list + 1] = t
    end
  end
  local kind, at = list[1], 2
  if kind == "long" and list[2] == "long" then kind, at = "int64_t", 3 end
  if kind == "unsigned" and list[2] == "int" then at = 3 end
  local size, named = sizes[kind], at
  while list[named] == "*" do named = named + 1 end
  if not (size and list[named] and list[named]:find("^[%a_]")) then return end
  while at <= #list do -- a declarator
    local bytes, is_pointer, is_array, is_value = nil, false, false, false
    local lengths = 1
    while list[at] and list[at] ~= "," do
      local t = list[at]
      is_value = is_value or t == "="
      if t == "*" and not is_value then is_pointer = true end
      if t == "[" and not is_value then
        local close = close_of(list, at, "[", "]")
        lengths, is_array = lengths*integer_of(list, at + 1, close - 1, constants), true
        for i = at, close do is_pointer = is_pointer or list[i] == "*" end
        at = close
      end
      at = at + 1
    end
    at = at + 1
    bytes = (is_pointer and 8 or size)*lengths
    local is_object = is_array or (size > 8 and not is_pointer)
    local sort = is_object and "objects" or "scalars"
    frame[sort] = frame[sort] + (is_object and (bytes + 7)//8*8 or bytes)
  end
  if is_aligned then frame.objects = frame.objects + 64 end
end

-- Bytes of a frame: arrays and structs; numbers; numbers within loops, which may become vectors.
local function new_frame() return { objects = 0, scalars = 0, looped = 0 } end

-- Returns the frame of a block whose braces open before `at`, and the place after it. Blocks
-- beside each other share their place. Adds to calls[name] for each call, if there are `calls`.
local function frame_of(tokens, closes, at, sizes, constants, calls)
  local frame, inner, first, is_loop = new_frame(), new_frame(), at, false
  while tokens[at] do
    local t = tokens[at]
    if t == ";" then
      if at > first and not is_loop then add_declaration(tokens, first, at - 1, sizes, constants, frame) end
      first, is_loop = at + 1, false
    elseif t == "}" then
      at = at + 1
      break
    elseif t == "{" then
      local block
      block, at = frame_of(tokens, closes, at + 1, sizes, constants, calls)
      if is_loop then block.looped, block.scalars = block.looped + block.scalars, 0 end
      for sort, bytes in pairs(block) do inner[sort] = math.max(inner[sort], bytes) end
      first, is_loop = at, false
      at = at - 1
    elseif t == "for" then
      at = closes[at + 1]
      first, is_loop = at + 1, true
    elseif calls and t == "(" then
      local callee = tokens[at - 1]
      calls[callee] = (calls[callee] or 0) + 1
    end
    at = at + 1
  end
  for sort, bytes in pairs(inner) do frame[sort] = frame[sort] + bytes end
  return frame, at
end

-- Adds the structs to `sizes`. Returns name -> { frame, calls = { name = count } } of all
-- functions.
local function read_items(tokens, closes, sizes, constants)
  local functions, at = {}, 1
  while tokens[at] do
    local t = tokens[at]
    if t == "extern" and tokens[at + 2] == "{" then
      at = at + 2
    elseif t == "struct" and tokens[at - 1] == "typedef" and (tokens[at + 1] == "{" or tokens[at + 2] == "{") then
      local frame
      frame, at = frame_of(tokens, closes, at + (tokens[at + 1] == "{" and 2 or 3), sizes, constants)
      if tokens[at + 1] == ";" then sizes[tokens[at]] = (frame.objects + frame.scalars + 7)//8*8 end
    elseif t == "(" then
      local name = tokens[at - 1]
      at = closes[at]
      if tokens[at + 1] == "{" then
        local known = functions[name] or { frame = new_frame(), calls = {} }
        local frame
        frame, at = frame_of(tokens, closes, at + 2, sizes, constants, known.calls)
        at = at - 1
        for sort, bytes in pairs(frame) do known.frame[sort] = math.max(known.frame[sort], bytes) end
        functions[name] = known
      end
    end
    at = at + 1
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
    [model .. "_quad"] = 4*real, [model .. "_stored"] = 4*real,
    [model .. "_real"] = real, [model .. "_bits"] = real, [model .. "_rounded"] = real,
  }
  header = lexer.plain("\n" .. header)
  local tokens, closes = read_tokens(header .. lexer.plain("\n" .. source), constants)
  read_enums(tokens, closes, constants)
  local functions, list = read_items(tokens, closes, sizes, constants), {}
  for name in header:gmatch("%f[%w_]([%w_]+)%s*%b()%s*;") do
    if functions[name] then
      local bytes = math.ceil((ONCE + depth_of(functions, name))/16)*16
      list[#list + 1] = { name = name:sub(#model + 2), bytes = bytes }
    end
  end
  return list
end
