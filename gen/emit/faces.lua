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

-- Returns the derivatives of an output as a list with `start`, their place among its numbers: one, or
-- one for each column that the plan names.
local function slopes_of(object, f, p)
  local names = holes.slope_columns[p.name]
  if not names then
    local slope = slope_of(object, f, p)
    if slope then slope.start = 0 end
    return { slope }
  end
  -- A member of the state among the outputs is the state after the step.
  local above, list, column = p.name:match("^(%w+)_d$"), {}, 0
  local of = find(f.outputs, above) and part_of(object, f.outputs, above) or output_part(object, f.outputs, above)
  for name in names:gmatch("%S+") do
    local by = part_of(object, f.inputs, name)
    if of and of.size == 1 and by and by.size == 1 then
      list[#list + 1] = { port = p, of = of, by = by, cells = 0, start = column }
    end
    column = column + 1
  end
  return list
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
        for _, slope in ipairs(slopes_of(object, f, p)) do
          slope.start = offset + slope.start
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

-- For the words of single faces.
env.find_named, env.base_of, env.advances = find, base_of, advances
