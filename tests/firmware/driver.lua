-- driver.lua: writes the solvers that `make firmware` runs on boards, each with a driver.c
-- that calls all functions of its header.
--
--   bristle run tests/firmware/driver.lua FOLDER
--
-- FOLDER/MODEL has the solver in float, FOLDER/MODEL.double the one that the host runs.
-- Prints the names of the models.
local bristle = require "bristle"
local out = assert(arg[1], "which folder?")

local pad = "specs/contact/finger_pad.lua"
local models = {
  { "reduced", pad, { model = "reduced" } },
  { "ellipsoid", pad, { model = "ellipsoid" } },
  { "compressed8", pad, { model = "compressed", bristles = 8 } },
  { "compressed16", pad, { model = "compressed", bristles = 16 } },
  { "distributed9x9", pad, { ["grid.1"] = 9, ["grid.2"] = 9 } },
  { "slider", "specs/slider/parcel.lua", {} },
  { "mechanism", "specs/mechanism/belt_lugre.lua", {} },
  { "joint", "specs/joint/elbow.lua", {} },
  { "cone", "specs/cone/pad_cone.lua", {} },
}

local function read(path)
  local file <close> = assert(io.open(path))
  return file:read("a")
end

-- Returns the functions of a header: { name, arguments }, each argument a text.
local function functions_of(header, name)
  local list = {}
  local text = header:gsub("/%*.-%*/", " "):gsub("\n%s*#[^\n]*", "\n"):gsub("%s+", " ")
  for call, arguments in text:gmatch("%f[%w_]int " .. name .. "_([%w_]+)(%b())") do
    local parts = {}
    for part in arguments:sub(2, -2):gmatch("[^,]+") do parts[#parts + 1] = part:match("^%s*(.-)%s*$") end
    list[#list + 1] = { name = call, arguments = parts[1] == "void" and {} or parts }
  end
  return list
end

-- Values of numbers that are passed by value; the rest is 0.1.
local values = { fn = "2", dt = "1e-3", t = "0", mu = "0.3", share = "0.5", load = "1.5", n = "1", q = "0.2", v = "in[0]" }

-- Returns the C expression for an argument, or "" and the name of the struct that it is.
local function argument_of(text, name)
  local what = text:match("([%w_]+)%s*%[") or text:match("([%w_]+)$")
  local record = text:match("^const%s+" .. name .. "_([%w_]+)%s*%*") or text:match("^" .. name .. "_([%w_]+)%s*%*")
  if record and record ~= "real" then return "", record end
  if text:find("[%*%[]") then
    if text:find("^int") then return "whole" end
    return text:find("^const") and "in" or "out"
  end
  return values[what] or "0.1"
end

-- Returns the text of driver.c.
local function driver(header, json, name)
  local lines, records, runs = {}, {}, {}
  local function add(...) lines[#lines + 1] = string.format(...) end
  local calls = functions_of(header, name)
  for _, call in ipairs(calls) do
    local arguments = {}
    for i, text in ipairs(call.arguments) do
      local expression, record = argument_of(text, name)
      if record then
        expression = (text:find("^const") and call.name ~= "tune" or i == 1) and "&kept_" .. record or "&other_" .. record
        records[record] = true
      end
      if expression == "in" or expression == "out" then
        expression = expression .. " + " .. (expression == "in" and "4*" or "16*") .. (i - 1)
      end
      arguments[#arguments + 1] = expression
    end
    runs[call.name] = ("%s_%s(%s)"):format(name, call.name, table.concat(arguments, ", "))
  end
  add('#include "board.h"\n#include "%s.h"\n', name)
  add("typedef %s_real real;", name)
  add("/* Inputs, and room for outputs: matrices of all states are left out. */")
  add("static real in[64], out[288];\nstatic int whole[8];\nstatic volatile int status;")
  for record in pairs(records) do add("static %s_%s kept_%s, other_%s;", name, record, record, record) end
  add("\nstatic void see_all(void)\n{\n  (void)whole;")
  for record in pairs(records) do add("  (void)kept_%s;\n  (void)other_%s;", record, record) end
  add("}\n")
  local step = runs.step and "step" or runs.project and "project" or "friction"
  add("static void set_inputs(int i, int is_fast)\n{")
  add("  const real at = (real)(i%%100 - 50)*(real)0.02, size = is_fast ? (real)%s : (real)%s;",
    json:find('"kind": "contact"') and "0.01" or "12", json:find('"kind": "contact"') and "1e-6" or "0.01")
  add("  for (int k = 0; k < 64; k++) in[k] = size*(k%%4 == 0 ? at : k%%4 == 1 ? (real)0.5*(1 - at) : %s*at);",
    json:find('"kind": "contact"') and "50" or "(real)0.1")
  if json:find('"kind": "cone"') then add("  in[3] = (real)5;") end
  add("}\n")
  for _, call in ipairs(calls) do
    local text = runs[call.name]:gsub("out %+ 16%*(%d+)", function(i)
      return call.name:find("rate_jac") and "0" or "out + 16*" .. i
    end)
    add("static void call_%s(void)\n{\n  set_inputs(7, 1);\n  status = %s;\n}\n", call.name, text)
  end
  add("const Call calls[] = {")
  local count = 0
  for _, call in ipairs(calls) do
    local stated = json:match('"stack": {.-"' .. call.name .. '": (%d+)')
    if stated then add('  {"%s", call_%s, %s},', call.name, call.name, stated) count = count + 1 end
  end
  add("};\nconst int call_count = %d;\n", count)
  add("int driver_selftest(void)\n{\n  see_all();\n  return %s_selftest();\n}\n", name)
  add("double driver_run(int count, int is_fast)\n{\n  real sum = 0;")
  if records.state and header:find("void " .. name .. "_reset") then add("  %s_reset(&kept_state);", name) end
  add("  for (int k = 0; k < 288; k++) out[k] = 0;")
  add("  for (int i = 0; i < count; i++) {\n    set_inputs(i, is_fast);")
  add("#ifndef IDLE\n    status = %s;\n#endif\n    if (status < 0) {\n      board_put(\"PROBLEM a step failed\\n\");\n      return 0;\n    }", runs[step])
  add("    for (int k = 0; k < 288; k++) sum += out[k] < 0 ? -out[k] : out[k];")
  if records.state then
    add("    for (unsigned k = 0; k < sizeof kept_state/sizeof(real); k++) {")
    add("      const real z = ((const real *)&kept_state)[k];\n      sum += z < 0 ? -z : z;\n    }")
  end
  add("  }\n  return (double)sum*1000;\n}")
  return table.concat(lines, "\n") .. "\n"
end

for _, row in ipairs(models) do
  local label, spec, set = table.unpack(row)
  for _, real in ipairs { "float", "double" } do
    local folder = out .. "/" .. label .. (real == "double" and ".double" or "")
    set.real = real
    local model <close> = bristle.open(spec, set)
    local files = model:emit(folder)
    local name = files[1]:match("([%w_]+)%.h$")
    local file <close> = assert(io.open(folder .. "/driver.c", "w"))
    file:write(driver(read(files[1]), read(files[3]), name))
  end
  print(label)
end
