-- faces.lua: what the templates of faces know of a solver. In: the words of templates, and the
-- holes with the plan's objects. Out: more words, for functions with their inputs and outputs
-- as other tools see them: flat lists of doubles, the state among them.
--
-- Invariant: it reads ports, members and names, and never asks for the kind.
local env, holes = ...

-- A function of derivatives has the name of its base and "_jac" behind it; "jac" alone is that
-- of rate. Its outputs have names like dw_dtwist.
local function is_derivative(f)
  return f.name:find("jac$") ~= nil or f.name:find("_slopes$") ~= nil
end

local function base_of(f)
  return f.name == "jac" and "rate" or f.name:match("^(.+)_jac$")
end

local function find(list, name)
  for index, item in ipairs(list) do
    if item.name == name then return item, index end
  end
end

-- A function that has a state and a step of time advances the state.
local function advances(f)
  if not f.has_state or is_derivative(f) then return false end
  for _, p in ipairs(f.outputs) do
    if p.is_state then return false end
  end
  return find(f.inputs, "dt") ~= nil or f.name:find("step$") ~= nil
end

-- Appends the item with its offset among the numbers of the list.
local function append(list, item)
  local last = list[#list]
  item.offset = last and last.offset + last.size or 0
  list[#list + 1] = item
end

local function as_item(p, role)
  return { name = p.name, unit = p.unit, rows = p.rows, cols = p.cols, size = p.size, role = role,
           typical = holes.typical[p.name] or 0, start = 0 }
end

local function state_item(object, name)
  local typical = holes.typical[name] or 0
  for _, m in ipairs(object.members) do typical = math.max(typical, holes.typical[m.place] or 0) end
  return { name = name, unit = "", rows = object.reals, cols = 1, size = object.reals, role = "state",
           typical = typical, start = 0 }
end

-- The tuned values, each an item of one number.
function env.tuned_items()
  local list = {}
  for _, t in ipairs(holes.tune) do
    list[#list + 1] = { name = t.name, unit = t.unit, rows = 1, cols = 1, size = 1, role = "tune",
                        typical = 0, start = t.value, low = t.low, high = t.high }
  end
  return list
end

-- Returns a part of the list's numbers by the name in a derivative: { item's index, offset
-- in it, size }. "s" is the whole state, and a member's name a part of it.
local function part_of(object, list, name)
  local item, index = find(list, name)
  if item then return { index = index, offset = 0, size = item.size } end
  for i, candidate in ipairs(list) do
    if candidate.role == "state" then
      for _, m in ipairs(object.members) do
        if m.place == name then return { index = i, offset = m.offset, size = math.max(m.count, 1) } end
      end
    end
  end
end

local function output_part(object, list, name)
  local found = part_of(object, list, "d" .. name) or part_of(object, list, name)
  if found then return found end
  for i, item in ipairs(list) do
    if item.role == "port" and item.name:sub(1, #name) == name then
      return { index = i, offset = 0, size = item.size }
    end
  end
end

-- Returns the derivative that an output of a derivative function holds, or nil: rows of `of`
-- by columns of `by`, as one matrix (cells = 0), or a block of it for each of `cells` cells,
-- whose state has all first components before all second ones.
local function slope_of(object, f, p)
  local above, below = p.name:match("^d(%w+)_d(%w+)$")
  local of = above and output_part(object, f.outputs, above)
  local by = below and part_of(object, f.inputs, below)
  if not of or not by then return nil end
  if p.rows == of.size and p.cols == by.size then return { port = p, of = of, by = by, cells = 0 } end
  local cells = object.reals // 2
  local rows = of.size == object.reals and 2 or of.size
  local cols = by.size == object.reals and 2 or by.size
  return p.size == cells*rows*cols and { port = p, of = of, by = by, cells = cells } or nil
end

-- Sets the function's derivatives: the index of the descriptor's function (from 0), the number
-- of numbers that this one writes, and those of its outputs that are derivatives here.
local function add_slopes(object, f)
  f.slopes = {}
  for index, g in ipairs(object.functions) do
    if base_of(g) == f.name then
      local offset = 0
      f.derivative, f.derivative_outputs = index - 1, #g.outputs
      for _, p in ipairs(g.outputs) do
        local slope = slope_of(object, f, p)
        if slope then
          slope.start = offset
          f.slopes[#f.slopes + 1] = slope
        end
        offset = offset + p.size
      end
      f.derivative_size = offset
    end
  end
end

-- Returns the functions of an object that are neither derivatives nor checks. Each has, besides
-- what it has as an entry of the descriptor, its `index` there from 0; `inputs`, the state first and
-- the tuned values last; `outputs`, the state after a step first; `slopes`.
function env.face_functions(object)
  local list = {}
  for index, g in ipairs(object.functions) do
    if not is_derivative(g) and #g.outputs + (advances(g) and 1 or 0) > 0 then
      local f = { name = g.name, index = index - 1, has_state = g.has_state, advances = advances(g),
                  inputs = {}, outputs = {}, ninputs = #g.inputs, noutputs = #g.outputs }
      if g.has_state then append(f.inputs, state_item(object, "s")) end
      for _, p in ipairs(g.inputs) do append(f.inputs, as_item(p, "port")) end
      for _, t in ipairs(env.tuned_items()) do append(f.inputs, t) end
      if f.advances then append(f.outputs, state_item(object, "s1")) end
      for _, p in ipairs(g.outputs) do append(f.outputs, as_item(p, "port")) end
      add_slopes(object, f)
      list[#list + 1] = f
    end
  end
  return list
end

-- Returns the index of the function `name` in the object's descriptor, from 0, or -1.
function env.entry_index(object, name)
  local _, index = find(object.functions, name)
  return index and index - 1 or -1
end

local function most_ports(objects, what)
  local most = 1
  for _, object in ipairs(objects) do
    for _, f in ipairs(object.functions) do most = math.max(most, #f[what]) end
  end
  return most
end

-- The largest numbers of inputs and outputs of an entry of the descriptor.
function env.most_inputs(objects) return most_ports(objects, "inputs") end
function env.most_outputs(objects) return most_ports(objects, "outputs") end

-- Returns true if the bristles of the object's cells do not depend on each other.
function env.has_cells(object)
  for _, f in ipairs(env.face_functions(object)) do
    for _, s in ipairs(f.slopes) do
      if s.cells > 0 then return true end
    end
  end
  return false
end

-- Returns true if the plan says that the output of the function never depends on the input.
function env.is_independent(f, output, input)
  for _, i in ipairs(holes.independent) do
    if i.what == f.name and i.of == output.name and i.by == input.name then return true end
  end
  return false
end

-- ---- CasADi -----------------------------------------------------------------------------------

-- Returns "step(s, twist, fn, dt) -> (s1, wrench)".
function env.casadi_line(name, f)
  local function names(items)
    local list = {}
    for i, p in ipairs(items) do
      local sizes = p.cols > 1 and ("[%dx%d]"):format(p.rows, p.cols) or p.rows > 1 and ("[%d]"):format(p.rows) or ""
      list[i] = p.name .. sizes
    end
    return table.concat(list, ", ")
  end
  return ("%s_casadi_%s(%s) -> (%s)"):format(name, f.name, names(f.inputs), names(f.outputs))
end

-- Returns "dz_dz, dz_dtwist": the derivatives that the solver has of the function.
function env.casadi_exact(f)
  local list = {}
  for i, s in ipairs(f.slopes) do list[i] = s.port.name end
  return table.concat(list, ", ")
end

-- Returns the list of all sparsity patterns of functions { object, f, is_first }, each a list of
-- whole numbers with a name, and in it three functions that return names: dense(rows, cols),
-- empty(rows, cols) and block(f, output, input).
function env.casadi_patterns(name, functions)
  local patterns, known, cells = {}, {}, {}
  local function add(what, rows, cols, numbers)
    local id = ("%s_casadi_%s_%dx%d"):format(name, what, rows, cols)
    if not known[id] then
      known[id] = numbers()
      known[id].name = id
      patterns[#patterns + 1] = known[id]
    end
    return id
  end
  function patterns.dense(rows, cols)
    return add("full", rows, cols, function() return { rows, cols, 1 } end)
  end
  function patterns.empty(rows, cols)
    return add("empty", rows, cols, function()
      local list = { rows, cols }
      for _ = 0, cols do list[#list + 1] = 0 end
      return list
    end)
  end
  -- Numbers of the same cell are n = size/2 apart.
  local function by_cells(size)
    return add("cells", size, size, function()
      local list, n = { size, size }, size // 2
      for col = 0, size do list[#list + 1] = 2*col end
      for col = 0, size - 1 do
        list[#list + 1] = col % n
        list[#list + 1] = n + col % n
      end
      return list
    end)
  end
  function patterns.block(f, output, input)
    if env.is_independent(f, output, input) then return patterns.empty(output.size, input.size) end
    local is_square = input.role == "state" and output.size == input.size
    if is_square and cells[f] then return by_cells(input.size) end
    return patterns.dense(output.size, input.size)
  end
  -- A first walk over the names makes the list complete.
  for _, l in ipairs(functions) do
    cells[l.f] = l.is_first and env.has_cells(l.object)
    for _, o in ipairs(l.f.outputs) do
      patterns.dense(o.rows, o.cols)
      if l.is_first then patterns.empty(o.rows, o.cols) end
      for _, i in ipairs(l.f.inputs) do
        if l.is_first then patterns.block(l.f, o, i) end
      end
    end
    for _, i in ipairs(l.f.inputs) do patterns.dense(i.rows, i.cols) end
  end
  return patterns
end

-- ---- FMI --------------------------------------------------------------------------------------

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
    local is_rate = false
    for _, g in ipairs(object.functions) do
      local first = g.name == f.name and g.outputs[1]
      is_rate = is_rate or (first and first.is_state or false)
    end
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
    unit.members[#unit.members + 1] = { name = m.place, offset = m.offset, size = size, at = count, unit = "", start = 0,
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
    add_variables(list, { name = ("der(%s)"):format(m.name), at = unit.derivatives_at + m.offset, size = m.size, unit = "", start = 0 },
                  { causality = "local", variability = "continuous", initial = "calculated", derivative_of = m.at, is_unknown = true })
  end
  list[#list + 1] = { name = "status", at = unit.status_at, size = 1, unit = "", start = 0, is_whole = true, causality = "output",
                      variability = "discrete", initial = "calculated", is_unknown = true }
  for _, v in ipairs(list) do attributes_of(v, false) end
  unit.variables, unit.scalars, unit.units = list, scalars_of(list), units_used(list)
  return unit
end
