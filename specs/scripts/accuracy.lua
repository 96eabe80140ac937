-- accuracy.lua: the cost of each model of a contact, and its distance from the
-- distributed model: the error of a slipping and sticking body (PL Fig. 29, case 2)
-- on five pressure maps, against the time of a step on the first map.
--
--   bristle run accuracy.lua [SPEC.lua] [OUT.svg]
--
-- The error is the larger of the distance of the final places over the path and
-- the difference of the final angles over the angle, in percent. Draws least,
-- geometric mean and largest error over the maps with more cells than bristles, if
-- a file is named and gnuplot is installed.
local bristle = require "bristle"
local here = arg[0]:match("^(.*/)") or ""
local spec, picture = arg[1] or here .. "../paper/slip_case2_circle.lua", arg[2]

-- Returns a map of 21 x 21 cells of 2 cm, from the pressure at their centres.
local function drawn(pressure)
  local rows = {}
  for j = 1, 21 do
    rows[j] = {}
    for i = 1, 21 do rows[j][i] = pressure((i - 11) * 0.02 / 21, (11 - j) * 0.02 / 21) end
  end
  return bristle.map(rows)
end

local maps = {
  { "disc", bristle.disc { radius = 0.01 } },
  { "square", bristle.rectangle {} },
  { "line", bristle.gradient_line { length = 0.02 } },
  { "islands", drawn(function(x, y) return math.abs(y) < 0.0014 and math.abs(x) > 0.007 and 1 or 0 end) },
  { "corner", drawn(function(x, y)
    return (x < -0.0033 or y < -0.0033) and 2.5 + 105 * x + 52.5 * y or 0
  end) },
}

local contacts = {
  { "distributed" }, { "compressed", 5 }, { "compressed", 8 }, { "compressed", 12 }, { "compressed", 16 },
  { "compressed", 20 }, { "compressed", 24 }, { "compressed", 32 }, { "compressed", 48 }, { "reduced" }, { "ellipsoid" },
}

local function open(map, contact)
  return bristle.open(spec, { grid = { 21, 21 }, pressure = map[2], model = contact[1], bristles = contact[2] })
end

-- Returns the pose at the end, and the path to it.
local function slip(model)
  local last, path = nil, 0
  model:sim("auto", function(row)
    if last then path = path + math.sqrt((row.x - last.x) ^ 2 + (row.y - last.y) ^ 2) end
    last = row
  end)
  return last, path
end

local step_time = dofile(here .. "timing.lua")

local exact = {} -- pose, path and cells of each map
local rows = {}

local function measure(contact)
  local row, text = { model = contact[1], bristles = contact[2], errors = {} }, ""
  for i, map in ipairs(maps) do
    local error = ""
    if not contact[2] or contact[2] < exact[i].cells then
      local model <close> = open(map, contact)
      local pose, path = slip(model)
      exact[i] = exact[i] or { pose = pose, path = path, cells = model:check().cells }
      local from = exact[i]
      local place = math.sqrt((pose.x - from.pose.x) ^ 2 + (pose.y - from.pose.y) ^ 2) / from.path
      error = 100 * math.max(place, math.abs(pose.theta / from.pose.theta - 1))
      row.errors[#row.errors + 1] = error
      row.ns = row.ns or step_time(model)
      error = ("%.2f"):format(error)
    end
    text = text .. ("%9s"):format(error)
  end
  table.sort(row.errors)
  rows[#rows + 1] = row
  print(("%-12s %8s %10.0f %s"):format(row.model, row.bristles or "", row.ns, text))
end

local names = ""
for _, map in ipairs(maps) do names = names .. ("%9s"):format(map[1]) end
print("model        bristles  step (ns)" .. names .. "  (errors, %)")
for _, contact in ipairs(contacts) do measure(contact) end

if not picture then return end
local gnuplot = assert(io.popen("gnuplot", "w"))
gnuplot:write("set terminal ", picture:match("%.png$") and "pngcairo" or "svg", " size 700,420 background rgb 'white'\n",
  ("set output %q\n"):format(picture), "set logscale xy\nset xlabel 'time of a step (ns)'\n",
  "set ylabel 'error of the final pose (%)'\nset key at graph 0.75, graph 0.96\nset grid\n")
local lines, colours = {}, { "#1b6ca8", "#c2571a", "#3a7d44" }
for i, model in ipairs { "compressed", "reduced", "ellipsoid" } do
  gnuplot:write("$", model, " << EOD\n")
  for _, row in ipairs(rows) do
    if row.model == model then
      local e, logs = row.errors, 0
      for _, error in ipairs(e) do logs = logs + math.log(math.max(error, 1e-3)) / #e end
      gnuplot:write(("%g %g %g %g %q\n"):format(row.ns, math.exp(logs), e[1], e[#e], row.bristles or ""))
    end
  end
  gnuplot:write("EOD\n")
  lines[#lines + 1] = ("$%s using 1:2:3:4 with yerrorbars pt 7 ps 1 lc rgb '%s' title '%s'"):format(model, colours[i], model)
end
lines[#lines + 1] = "$compressed using 1:2:5 with labels offset -1.2,0.4 notitle"
gnuplot:write(("set arrow 1 from %g, graph 0 to %g, graph 1 nohead dashtype 2\n"):format(rows[1].ns, rows[1].ns),
  ("set label 1 'distributed: 0 %%' at %g, graph 0.5 rotate offset -1,0 center\n"):format(rows[1].ns),
  ("set xrange [20:%g]\nset yrange [0.01:40]\n"):format(2 * rows[1].ns), "plot ", table.concat(lines, ", "), "\n")
assert(gnuplot:close(), "gnuplot failed")
print(picture)
