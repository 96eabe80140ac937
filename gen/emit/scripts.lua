-- scripts.lua: what the faces for Octave, Simulink and the web say. In: the words of templates and of faces.lua, and
-- the holes with the plan's objects. Out: more words.
local env, holes = ...
local find, base_of, advances = env.find_named, env.base_of, env.advances

-- Returns the word of a gateway that resets an object.
function env.reset_word(object) return object == holes.objects[1] and "reset" or object.type .. "_reset" end

-- The entries of an object that a gateway has, with their index in the descriptor. A function
-- that advances the state returns it, and so does its derivative.
function env.gateway_functions(object)
  local list = {}
  for index, f in ipairs(object.functions) do
    local base = base_of(f) and find(object.functions, base_of(f))
    if f.name ~= "tune" then
      list[#list + 1] = { name = f.name, index = index - 1, inputs = f.inputs, outputs = f.outputs, has_state = f.has_state,
                          changes = advances(f) or (base ~= nil and advances(base)) }
    end
  end
  return list
end

local function names_of(items, first, last)
  local list = { first }
  for _, item in ipairs(items) do list[#list + 1] = item.name end
  list[#list + 1] = last
  return table.concat(list, ", ")
end

-- Returns "[s, wrench, status] = pad("step", s, twist, fn, dt)".
function env.gateway_line(name, f)
  local arguments = names_of(f.inputs, ('"%s"'):format(f.name))
  if f.has_state then arguments = arguments:gsub('^("[^"]*")', "%1, s") end
  return ("[%s] = %s(%s)"):format(names_of(f.outputs, f.changes and "s" or nil, "status"), name, arguments)
end

function env.gateway_tuned() return names_of(holes.tune) end

function env.gateway_defaults()
  local list = {}
  for i, t in ipairs(holes.tune) do list[i] = env.double(t.value) end
  return table.concat(list, ", ")
end

-- Returns "reset, rate, step": the first argument of a gateway.
function env.gateway_words(objects)
  local list = {}
  for _, object in ipairs(objects) do
    if object.reals > 0 then list[#list + 1] = env.reset_word(object) end
    for _, f in ipairs(env.gateway_functions(object)) do list[#list + 1] = f.name end
  end
  if #holes.tune > 0 then list[#list + 1] = "tune" end
  return table.concat(list, ", ")
end

-- Returns the ports of a block: inputs, outputs (pose and velocity first, the status last) and
-- tuned values, each with its place among all numbers.
function env.block_ports(unit)
  local sides = { inputs = {}, outputs = {}, tuned = {} }
  local known = {}
  local function add(list, item, at, label)
    if known[at] then return end
    known[at] = true
    list[#list + 1] = { name = label or item.label or item.name, at = at, size = item.size, unit = item.unit or "" }
  end
  for _, f in ipairs(unit.step) do
    for i, item in ipairs(f.inputs) do
      local is_time = item.name == "t" or item.name == "dt"
      if item.role == "port" and not is_time then add(sides.inputs, item, f.in_at[i]) end
      if item.role == "tune" then add(sides.tuned, item, f.in_at[i]) end
    end
  end
  for _, m in ipairs(unit.members) do
    if m.name == "q" or m.name == "v" then add(sides.outputs, m, m.at) end
  end
  for _, f in ipairs(unit.step) do
    for i, item in ipairs(f.outputs) do
      if item.role == "port" then add(sides.outputs, item, f.out_at[i]) end
    end
  end
  add(sides.outputs, { name = "status", size = 1 }, unit.status_at)
  return sides
end

-- ---- the web ------------------------------------------------------------------------------------

-- Returns a line for the head of the script, or nil: the object's step with its results.
function env.script_line(name, object)
  for _, f in ipairs(object.functions) do
    local is_shown = f.name:find("step$") or object.reals == 0
    if is_shown and #f.outputs > 0 then
      return ("const { %s } = %s.%s(%s);"):format(names_of(f.outputs, "status"), object.reals > 0 and object.type or name, f.name,
                                                  names_of(f.inputs))
    end
  end
end

-- Returns the solver's functions as lines of JSON, spelled for a text in C.
function env.description_lines()
  local lines = {}
  local function add(format, ...) 
    lines[#lines + 1] = (format:format(...):gsub("\\", "\\\\"):gsub('"', '\\"'))
  end
  local function ports(list)
    local texts = {}
    for i, p in ipairs(list) do
      texts[i] = ('{"name":"%s","unit":"%s","rows":%d,"cols":%d}'):format(p.name, p.unit, p.rows, p.cols)
    end
    return table.concat(texts, ",")
  end
  add('{"name":"%s","kind":"%s","spec_hash":"%s",', holes.name, holes.kind, holes.spec_hash)
  add('"tune":[')
  for i, t in ipairs(holes.tune) do
    add('{"name":"%s","unit":"%s","low":%s,"high":%s,"value":%s}%s', t.name, t.unit, env.double(t.low), env.double(t.high),
        env.double(t.value), i < #holes.tune and "," or "")
  end
  add('],"objects":[')
  for i, object in ipairs(holes.objects) do
    -- Tuned values live in a state, even if it has nothing else.
    local type = object.type == "" and #holes.tune > 0 and "state" or object.type
    add('{"type":"%s","reals":%d,"functions":[', type, object.reals)
    for k, f in ipairs(object.functions) do
      add('{"name":"%s","needs_state":%s,"inputs":[%s],"outputs":[%s]}%s', f.name, tostring(f.has_state), ports(f.inputs),
          ports(f.outputs), k < #object.functions and "," or "")
    end
    add("]}%s", i < #holes.objects and "," or "")
  end
  add("]}")
  return lines
end
