-- prove.lua: what the driver of a proof knows of emitted functions. In: the words of templates,
-- and the holes with the plan's objects and the text of the header. Out: one more word, the
-- functions of the header with an argument for each of their parameters.
--
-- Invariant: every function of the header is in the list, but the self-test, which has no inputs.
local env, holes = ...

-- Lengths of arrays that are neither in a prototype nor among the ports: those of _couple and
-- _march. `n` and `steps` are parameters.
local LENGTHS = {
  v0 = "3*n", w = "9*n*n", loads = "3*steps", twists = "3*steps", wrenches = "3*steps",
}
-- The values that a count takes, one call for each. 40 states fill blocks of a batch and leave a
-- rest, and so do 10 large ones; Eva does not end on 10 of the largest, which get 2. _couple
-- takes one contact, or as many as it may, and refuses one more.
local function counts_of(f, name)
  if name == "steps" then return { -1, 0, 3 } end
  if name ~= "n" then return nil end
  local solver = holes.objects[1]
  if f == "couple" then return { 0, 1, solver.couple, solver.couple + 1 } end
  return { -1, 0, 1, solver.reals > 800 and 2 or solver.reals > 64 and 10 or 40 }
end
-- Pointers to results that the caller must give all the same: they are inputs, too.
local BOTH_WAYS = { couple = "twist", march = "v" }

local function find(ports, name)
  for _, port in ipairs(ports) do
    if port.name == name then return port end
  end
end

local function port_of(name, argument)
  for _, object in ipairs(holes.objects) do
    for _, f in ipairs(object.functions) do
      local port = f.name == name and (find(f.inputs, argument) or find(f.outputs, argument))
      if port then return port end
    end
  end
end

-- Returns the C expression of an array's length. A batch has n of each port of its base, and
-- n numbers of a port that is one number.
local function length_of(f, p)
  if p.length then return p.length end
  if LENGTHS[p.name] and (f.count or p.name ~= "w") then return LENGTHS[p.name] end
  local base = f.count and f.name:gsub("_batch$", "") or f.name
  local port = port_of(base, p.name) or port_of("step", p.name)
  local size = port and port.rows*port.cols or 1
  if not f.count or p.is_struct and f.name == "march" then return ("%d"):format(size) end
  if p.name == "z" then size = holes.objects[1].reals end
  return size == 1 and f.count or ("%d*%s"):format(size, f.count)
end

-- Returns "pad_real v[3]" as { type, name, length, is_pointer, is_const, is_struct }.
local function parameter(text, model)
  text = text:gsub("%s+", " "):gsub("^ ", ""):gsub(" $", "")
  local length = text:match("%[(.-)%]")
  local p = {
    is_const = text:match("^const ") ~= nil, is_pointer = text:find("[%*%[]") ~= nil, length = length,
  }
  p.type, p.name = text:gsub("^const ", ""):gsub("%[.*", ""):match("^([%w_]+) %*?([%w_]+)$")
  p.is_struct = p.is_pointer and p.type ~= "int" and p.type ~= model .. "_real"
  return p
end

local function add_role(f, p)
  local is_state = p.is_struct and not p.is_const and not f.has_state
  p.is_input = p.is_const or is_state or BOTH_WAYS[f.name] == p.name or (f.name:find("_batch$") and p.name == "z")
  p.may_be_null = p.is_pointer and (not p.is_input or p.is_const and p.type:find("_tuning$") ~= nil)
  f.has_state = f.has_state or is_state or (p.is_struct and p.type:find("_state$") ~= nil)
  p.is_single = p.is_struct and (f.count ~= "n" or not p.type:find("_state$"))
  p.is_apart = p.may_be_null and p.is_struct and not p.is_const
  p.elements = p.is_pointer and not p.is_single and length_of(f, p) or nil
end

local function arguments_of(f, texts, model)
  for text in texts:gmatch("[^,]+") do
    if text:match("%S") and not text:match("^%s*void%s*$") then
      f.parameters[#f.parameters + 1] = parameter(text, model)
    end
  end
  for _, p in ipairs(f.parameters) do
    if p.type == "int" and not p.is_pointer and not f.count then
      f.counts = counts_of(f.name, p.name)
      f.count = f.counts and p.name
    end
  end
  for _, p in ipairs(f.parameters) do add_role(f, p) end
end

-- Returns the functions of the header in its order: { name, parameters, count, counts }. `count`
-- is the parameter that says how many there are of each array, or nil.
function env.proofs()
  local model, list = holes.name, {}
  local text = ("\n" .. holes.header_text):gsub("/%*.-%*/", " "):gsub("\n[ \t]*#[^\n]*", "\n")
  for name, texts in text:gmatch("\n%w[%w_ %*]*%f[%w_]" .. model .. "_([%w_]+)%s*(%b())%s*;") do
    if name ~= "selftest" then
      local f = { name = name, parameters = {} }
      arguments_of(f, texts:sub(2, -2), model)
      list[#list + 1] = f
    end
  end
  return list
end

-- Their names, for a rule.
function env.function_names()
  local names = {}
  for i, f in ipairs(env.proofs()) do names[i] = f.name end
  return table.concat(names, " ")
end

-- How many rounds of a loop Eva follows one by one: those of the widest block of lanes.
function env.unroll() return 128 end
