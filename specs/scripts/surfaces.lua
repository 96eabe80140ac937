-- surfaces.lua: bytes of the limit surface's table for many maps.
--
--   bristle run specs/scripts/surfaces.lua [TOLERANCE..]
--
-- For each map of 21 x 21 cells and each tolerance (1e-2, 1e-3 and 1e-4 by
-- default): bytes of the potential with its numbers as floats and as int16, the
-- proven bound and the error found of the floats, the processor time of the search
-- for the floats (about 0 if the cache holds their table); beside them the bytes of the smallest proven tables of
-- wrenches, bilinear and cubic, in double. "-": no table of that kind is proven.
local bristle = require "bristle"
local n, mm = 21, 1e-3

-- Returns the text of the map of weight(i, j), i from the left, j from below.
local function map(weight)
  local rows = {}
  for j = n, 1, -1 do
    local row = {}
    for i = 1, n do row[i] = ("%.17g"):format(weight(i, j)) end
    rows[#rows + 1] = "{ " .. table.concat(row, ", ") .. " }"
  end
  return "map { " .. table.concat(rows, ", ") .. " }"
end

local function where(inside)
  return map(function(i, j) return inside(i, j) and 1 or 0 end)
end

local state = 1
local function random() -- the same on every machine
  state = (state * 1103515245 + 12345) % 2147483648
  return state / 2147483648
end

local maps = {
  { "disc", "disc { radius = 0.01 }" },
  { "Hertz disc", "disc { radius = 0.01, profile = hertz }" },
  { "square", where(function() return true end) },
  { "rectangle 2:1", where(function() return true end), 0.01 },
  { "annulus 6:10", "annulus { inner = 0.006, outer = 0.01 }" },
  { "line", where(function(i) return i == 11 end) },
  { "gradient line", map(function(i, j) return i == 11 and j or 0 end) },
  { "non-convex 1", where(function(i, j) return (i < 4 or i > 18) and j > 9 and j < 13 end) },
  { "non-convex 2", map(function(i, j) return (i < 8 or j < 8) and 1 + (i + j - 1) / n or 0 end) },
  { "four pads", where(function(i, j) return (i < 4 or i > 18) and (j < 4 or j > 18) end) },
  { "C", where(function(i, j) return i < 6 or j < 6 or j > 16 end) },
  { "L", where(function(i, j) return i < 7 or j < 7 end) },
  { "random", map(random) },
}

-- Returns what check says of a table, or nil if none is proven.
local function table_of(pressure, side, tolerance, interp, store)
  local text = ([[
return contact {
  name = "map", model = "reduced", grid = { 21, 21 }, size = { 0.02, %g },
  pressure = %s,
  friction = lugre { sigma0 = 1e5, mu_c = 1 },
  limit_surface = { tolerance = %g, interp = "%s"%s },
  real = "%s",
}]]):format(side, pressure, tolerance, interp, store and (', store = "%s"'):format(store) or "", store and "float" or "double")
  local model <close> = bristle.open(bristle.text(text))
  local report = model:check()
  if report.table_bytes then return report end
end

local function bytes(report) return report and ("%d"):format(report.table_bytes) or "-" end

local tolerances = {}
for _, word in ipairs(arg) do tolerances[#tolerances + 1] = tonumber(word) end
if #tolerances == 0 then tolerances = { 1e-2, 1e-3, 1e-4 } end

print("map            tolerance    float    int16     bound     found      time   bilinear    cubic")
for _, row in ipairs(maps) do
  local name, pressure, side = row[1], row[2], row[3] or 0.02
  for _, tolerance in ipairs(tolerances) do
    local function made(interp, store) return table_of(pressure, side, tolerance, interp, store) end
    local begin = os.clock()
    local float = made("potential", "float")
    local seconds = os.clock() - begin
    local int16 = made("potential", "int16")
    print(("%-14s %9g %8s %8s %9s %9s %7.2f s %10s %8s"):format(name, tolerance, bytes(float), bytes(int16),
      float and ("%.3g"):format(float.table_error) or "-", float and ("%.3g"):format(float.table_error_found) or "-",
      seconds, bytes(made("bilinear")), bytes(made("cubic"))))
  end
end
