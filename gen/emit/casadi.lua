-- casadi.lua: what the face for CasADi says and its sparsity patterns. In: the words of templates and of faces.lua, and
-- the holes with the plan's objects. Out: more words.
local env = ...

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
  for _, s in ipairs(f.slopes) do
    if list[#list] ~= s.port.name then list[#list + 1] = s.port.name end
  end
  return table.concat(list, ", ")
end

-- Returns true if the solver has a derivative of one of the functions { f, is_first }.
function env.casadi_has_exact(list)
  for _, l in ipairs(list) do
    if l.is_first and #l.f.slopes > 0 then return true end
  end
  return false
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
