-- fmi.lua: the variables, units and functions of an FMU and of a block. In: the words of templates and of faces.lua, and
-- the holes with the plan's objects. Out: more words.
local env, holes = ...
local find = env.find_named

-- Base units of SI in the units that ports use.
local base_units = {
  m = { m = 1 }, s = { s = 1 }, kg = { kg = 1 }, rad = { rad = 1 }, N = { kg = 1, m = 1, s = -2 },
  J = { kg = 1, m = 2, s = -2 }, W = { kg = 1, m = 2, s = -3 }, Pa = { kg = 1, m = -1, s = -2 },
}

-- Returns "<BaseUnit kg="1" m="1" s="-2"/>" for "N", or "" where a part is unknown. Units are
-- written as "N s/m" and "m/(N s)"; ^ is a power.
function env.base_unit(text)
  local sums, sign = {}, 1
  for part in (text:gsub("/", " / ")):gmatch("[^%s()]+") do
    local unit, power = part:match("^(%a+)%^?(-?%d*)$")
    if part == "/" then
      sign = -1
    elseif unit and base_units[unit] then
      for base, exponent in pairs(base_units[unit]) do
        sums[base] = (sums[base] or 0) + sign*exponent*(tonumber(power) or 1)
      end
    elseif part ~= "1" then
      return ""
    end
  end
  local list = {}
  for _, base in ipairs { "kg", "m", "s", "rad" } do
    if (sums[base] or 0) ~= 0 then list[#list + 1] = (' %s="%d"'):format(base, sums[base]) end
  end
  return "<BaseUnit" .. table.concat(list) .. "/>"
end

function env.xml(text)
  return (text:gsub("[&<>\"]", { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }))
end

-- Returns the text of as many equal start values as the variable has numbers.
function env.starts(v) return (env.double(v.start) .. " "):rep(v.size):sub(1, -2) end

-- Returns the unit of each number of a port: a list of them, or one for all.
local function units_of(item)
  local list = {}
  for unit in item.unit:gmatch("[^,]+") do list[#list + 1] = unit:match("^%s*(.-)%s*$") end
  local is_mixed = false
  for i = 2, #list do is_mixed = is_mixed or list[i] ~= list[1] end
  return list, is_mixed and #list == item.size
end

-- The object that an FMU steps: a body with its contact, if there is one.
local function fmu_object()
  for _, object in ipairs(holes.objects) do
    if object.solver == "body_solver" then return object end
  end
  return holes.objects[1]
end

-- Splits the functions into those of a step and those of an evaluation. A step is one function
-- that advances the state, and those that only look at it; a solver without a state has all
-- its functions in both.
local function fmu_functions(object)
  local step, rate, looks = {}, {}, {}
  for _, f in ipairs(env.face_functions(object)) do
    local is_rate = f.name == "rate" and f.has_state and f.outputs[1].size == object.reals
    if is_rate then
      rate[#rate + 1] = f
    elseif f.advances then
      if #step == 0 and f.name:find("step$") then step[1] = f end
    elseif f.has_state or object.reals == 0 then
      looks[#looks + 1] = f
    end
  end
  local has_rate = #rate > 0
  for _, f in ipairs(looks) do
    step[#step + 1] = f
    if has_rate then rate[#rate + 1] = f end
  end
  return step, rate, has_rate
end

-- Adds the variables of an item that has its place among all numbers: one for all its numbers,
-- or one for each where their units differ.
local function add_variables(list, item, given)
  local units, is_mixed = units_of(item)
  for k = 1, is_mixed and item.size or 1 do
    local label = item.label or item.name
    local v = { name = label, at = item.at, size = item.size, unit = units[1] or "", start = item.start,
                low = item.low, high = item.high }
    if is_mixed then v.name, v.at, v.size, v.unit = ("%s[%d]"):format(label, k), item.at + k - 1, 1, units[k] end
    for key, value in pairs(given) do v[key] = value end
    list[#list + 1] = v
  end
end

local function attributes_of(v, is_second)
  local list = { ('name="%s"'):format(v.name), ('valueReference="%d"'):format(v.at), ('causality="%s"'):format(v.causality),
                 ('variability="%s"'):format(v.variability) }
  local numbers = {}
  if v.initial then list[#list + 1] = ('initial="%s"'):format(v.initial) end
  if v.unit ~= "" then numbers[#numbers + 1] = (' unit="%s"'):format(env.xml(v.unit)) end
  if v.low then numbers[#numbers + 1] = (' min="%s" max="%s"'):format(env.double(v.low), env.double(v.high)) end
  if v.derivative_of and not is_second then numbers[#numbers + 1] = (' derivative="%d"'):format(v.derivative_of) end
  if v.is_reinit and not is_second then numbers[#numbers + 1] = ' reinit="true"' end
  v.real_attributes = table.concat(numbers)
  v.attributes = table.concat(list, " ") .. (is_second and "" or v.real_attributes)
end

-- Returns a copy of the list with one variable for each number.
local function scalars_of(variables)
  local list = {}
  for _, v in ipairs(variables) do
    for k = 1, v.size do
      local one = {}
      for key, value in pairs(v) do one[key] = value end
      if v.size > 1 then one.name, one.at, one.size = ("%s[%d]"):format(v.name, k), v.at + k - 1, 1 end
      attributes_of(one, true)
      list[#list + 1] = one
    end
  end
  return list
end

local function units_used(variables)
  local list, known = {}, {}
  for _, v in ipairs(variables) do
    if v.unit ~= "" and not known[v.unit] then
      known[v.unit] = true
      list[#list + 1] = { name = v.unit, base = env.base_unit(v.unit) }
    end
  end
  return list
end

-- Gives each item of the functions its place among all numbers: time, the step, inputs, tuned
-- values, the state, outputs, derivatives of the state, the status.
local function fmu_places(unit)
  local places, count = { t = 0, dt = 1 }, 2
  local inputs, outputs, states = {}, {}, {}
  local function place(list, item, key)
    if places[key] then return end
    places[key] = count
    item.at = count
    count = count + item.size
    list[#list + 1] = item
  end
  local function each(what, visit)
    for _, list in ipairs { unit.step, unit.rate } do
      for _, f in ipairs(list) do
        for _, item in ipairs(f[what]) do visit(f, item) end
      end
    end
  end
  unit.settable_from = count
  each("inputs", function(_, item) if item.role == "port" then place(inputs, item, item.name) end end)
  local tuned = {}
  each("inputs", function(_, item) if item.role == "tune" then place(tuned, item, item.name) end end)
  unit.state_at, unit.members = count, {}
  for _, m in ipairs(unit.object.members) do
    local size = math.max(m.count, 1)
    unit.members[#unit.members + 1] = { name = m.place, offset = m.offset, size = size, at = count, unit = m.unit, start = 0,
                                        rows = size, cols = 1, typical = holes.typical[m.place] or 0 }
    count = count + size
  end
  places.s, places.s1 = unit.state_at, unit.state_at
  unit.settable_to = count
  local function is_derivative_of_state(f, item) return unit.has_rate and f == unit.rate[1] and item == f.outputs[1] end
  -- A step and a rate write the same quantities.
  local function output_key(f, item)
    local is_main = unit.has_rate and (f == unit.step[1] or f == unit.rate[1])
    return (is_main and "main" or f.name) .. "." .. item.name
  end
  local labels = {}
  each("outputs", function(f, item)
    if item.role == "port" and not is_derivative_of_state(f, item) and not places[output_key(f, item)] then
      item.label = (places[item.name] or labels[item.name]) and f.name .. "." .. item.name or item.name
      labels[item.label] = true
      place(outputs, item, output_key(f, item))
    end
  end)
  unit.derivatives_at = count
  if unit.has_rate then count = count + unit.object.reals end
  unit.status_at = count
  for _, list in ipairs { unit.step, unit.rate } do
    for _, f in ipairs(list) do
      f.in_at, f.out_at = {}, {}
      for i, item in ipairs(f.inputs) do f.in_at[i] = places[item.name] end
      for i, item in ipairs(f.outputs) do
        f.out_at[i] = item.role == "state" and unit.state_at or is_derivative_of_state(f, item) and unit.derivatives_at or
                      places[output_key(f, item)]
      end
    end
  end
  return inputs, tuned, outputs
end

-- Sets `knowns` of each variable that a function writes: the variables which it depends on, of time,
-- inputs and continuous states. A state is also what it is itself.
local function set_knowns(functions, variables)
  local at, is_state = {}, {}
  for _, v in ipairs(variables) do
    for k = 0, v.size - 1 do at[v.at + k] = v end
    if v.derivative_of then is_state[v.derivative_of] = true end
  end
  for _, v in ipairs(variables) do
    v.is_continuous_state = is_state[v.at]
    v.is_known = v.causality == "input" or v.causality == "independent" or is_state[v.at]
  end
  local function add(v, f, output)
    v.knowns = v.knowns or { [v] = v.is_continuous_state }
    for i, input in ipairs(f.inputs) do
      for k = 0, env.is_independent(f, output, input) and -1 or input.size - 1 do
        local known = at[f.in_at[i] + k]
        if known and known.is_known then v.knowns[known] = true end
      end
    end
  end
  for _, f in ipairs(functions) do
    for o, output in ipairs(f.outputs) do
      for k = 0, output.size - 1 do
        if at[f.out_at[o] + k] then add(at[f.out_at[o] + k], f, output) end
      end
    end
  end
end

-- Returns the attribute of an unknown: value references of its knowns, or in FMI 2 their indices among
-- the scalars, of which states are none. Without it, an unknown depends on all knowns.
function env.dependencies(v, scalars)
  local list = {}
  for known in pairs(v.knowns or {}) do
    if not scalars then
      list[#list + 1] = known.at
    elseif not known.is_continuous_state then
      for index, scalar in ipairs(scalars) do
        if scalar.at >= known.at and scalar.at < known.at + known.size then list[#list + 1] = index end
      end
    end
  end
  table.sort(list)
  return v.knowns and (' dependencies="%s"'):format(table.concat(list, " ")) or ""
end

-- Returns what the templates of an FMU need: object, step and rate (functions with the places
-- of their numbers), variables (one for each quantity) and scalars (one for each number), units.
function env.fmu()
  local unit = { object = fmu_object() }
  unit.step, unit.rate, unit.has_rate = fmu_functions(unit.object)
  unit.nstates = unit.object.reals
  local inputs, tuned, outputs = fmu_places(unit)
  local main = unit.step[1]
  if main and main.advances and not find(main.inputs, "dt") then unit.fixed_dt = holes.dt end
  local hash = holes.spec_hash
  unit.token = ("{%s-%s-%s-%s-%s}"):format(hash:sub(1, 8), hash:sub(9, 12), hash:sub(13, 16), hash:sub(17, 20), hash:sub(21, 32))
  local list = { { name = "time", at = 0, size = 1, unit = "s", start = 0, causality = "independent", variability = "continuous" } }
  for _, item in ipairs(inputs) do
    add_variables(list, item, { causality = "input", variability = "continuous", has_start = true })
  end
  for _, item in ipairs(tuned) do
    add_variables(list, item, { causality = "parameter", variability = "tunable", initial = "exact", has_start = true })
  end
  for _, m in ipairs(unit.members) do
    local is_motion = m.name == "q" or m.name == "v"
    add_variables(list, m, { causality = is_motion and "output" or "local", variability = "continuous", initial = "exact",
                             has_start = true, is_reinit = unit.has_rate })
  end
  for _, item in ipairs(outputs) do
    add_variables(list, item, { causality = "output", variability = "continuous", initial = "calculated",
                                is_unknown = true })
  end
  for _, m in ipairs(unit.has_rate and unit.members or {}) do
    local per_second = { m = "m/s", rad = "rad/s", ["m/s"] = "m/s^2", ["rad/s"] = "rad/s^2" }
    add_variables(list, { name = ("der(%s)"):format(m.name), at = unit.derivatives_at + m.offset, size = m.size,
                          unit = per_second[m.unit] or "", start = 0 },
                  { causality = "local", variability = "continuous", initial = "calculated", derivative_of = m.at, is_unknown = true })
  end
  list[#list + 1] = { name = "status", at = unit.status_at, size = 1, unit = "", start = 0, is_whole = true, causality = "output",
                      variability = "discrete", initial = "calculated", is_unknown = true }
  for _, v in ipairs(list) do attributes_of(v, false) end
  for _, functions in ipairs { unit.step, unit.rate } do set_knowns(functions, list) end
  unit.variables, unit.scalars, unit.units = list, scalars_of(list), units_used(list)
  return unit
end
