-- accuracy.lua: what each model of a contact costs and how far it is from the
-- distributed one: where a body ends that slips and sticks (PL Fig. 29, case 2)
-- against the time of a step.
--
--   bristle run accuracy.lua [SPEC.lua] [OUT.svg]
--
-- The error is the larger of the distance of the final places over the path and
-- the difference of the final angles over the angle. Draws them where a file is
-- named and gnuplot is there.
local bristle = require "bristle"
local here = arg[0]:match("^(.*/)") or ""
local spec, picture = arg[1] or here .. "../paper/slip_case2_circle.lua", arg[2]

local contacts = {
  { "distributed" }, { "compressed", 4 }, { "compressed", 6 }, { "compressed", 8 }, { "compressed", 12 },
  { "compressed", 16 }, { "compressed", 20 }, { "compressed", 24 }, { "compressed", 32 }, { "reduced" }, { "ellipsoid" },
}

-- The pose at the end, and the path to it.
local function slip(model)
  local last, path = nil, 0
  model:sim("cc", function(row)
    if last then path = path + math.sqrt((row.x - last.x) ^ 2 + (row.y - last.y) ^ 2) end
    last = row
  end)
  return last, path
end

-- A slide with spin about a centre that wanders over the patch.
local steps, v, half = 1000, 1e-3, 0.01 -- -, m/s, m
local twists, wrenches = bristle.array(3 * steps), bristle.array(3 * steps)
for i = 0, steps - 1 do
  local t = 2 * math.pi * i / steps
  twists[3 * i + 1] = v * (5 + 3 * math.sin(t))
  twists[3 * i + 2] = v * (2 + 2 * math.cos(2 * t))
  twists[3 * i + 3] = v / half * (10 + 5 * math.sin(3 * t))
end

-- The least time of a step out of many rounds, ns.
local function step_time(model)
  local pad, least = model:jit("cc"):state(), math.huge
  for _ = 1, 60 do
    local start = os.clock()
    pad:step_many(steps, twists, 1, 1e-5, wrenches)
    least = math.min(least, (os.clock() - start) / steps * 1e9)
  end
  return least
end

local exact, path, cells
local rows = {}

local function measure(model, contact)
  local pose, length = slip(model)
  local row = { model = contact[1], bristles = contact[2], ns = step_time(model) }
  if #rows == 0 then exact, path, cells = pose, length, model:check().cells end
  row.place = 100 * math.sqrt((pose.x - exact.x) ^ 2 + (pose.y - exact.y) ^ 2) / path
  row.angle = 100 * math.abs(pose.theta / exact.theta - 1)
  rows[#rows + 1] = row
  print(("%-13s %8s %11.0f %11.2f %11.2f"):format(row.model, row.bristles or "", row.ns, row.place, row.angle))
end

print("model         bristles   step (ns)   place (%)   angle (%)")
for _, contact in ipairs(contacts) do
  if not contact[2] or contact[2] < cells then
    local model <close> = bristle.open(spec, { model = contact[1], bristles = contact[2] })
    measure(model, contact)
  end
end

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
      gnuplot:write(("%g %g %q\n"):format(row.ns, math.max(row.place, row.angle), row.bristles or ""))
    end
  end
  gnuplot:write("EOD\n")
  lines[#lines + 1] = ("$%s using 1:2 with points pt 7 ps 1 lc rgb '%s' title '%s'"):format(model, colours[i], model)
end
lines[#lines + 1] = "$compressed using 1:2:3 with labels offset 0,0.9 notitle"
gnuplot:write(("set arrow 1 from %g, graph 0 to %g, graph 1 nohead dashtype 2\n"):format(rows[1].ns, rows[1].ns),
  ("set label 1 'distributed: 0 %%' at %g, graph 0.5 rotate offset -1,0 center\n"):format(rows[1].ns),
  ("set xrange [20:%g]\nset yrange [0.05:30]\n"):format(2 * rows[1].ns), "plot ", table.concat(lines, ", "), "\n")
assert(gnuplot:close(), "gnuplot failed")
print(picture)
