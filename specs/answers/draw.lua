-- draw.lua: how far engines are from answers.csv, in bounds.
--
--   lua5.4 draw.lua OUT.svg|png ENGINE.csv ...
--
-- Files have lines case,quantity,value and the name of their engine; gnuplot draws.
local here = arg[0]:match("^(.*/)") or ""
local LEAST, MOST = 1e-2, 1e4
local answers, rows = {}, {}
for line in io.lines(here .. "answers.csv") do
  local case, quantity, _, value, bound = line:match("^([^,]+),([^,]+),([^,]+),([^,]+),([^,]+),")
  if tonumber(value) then
    rows[#rows + 1] = case .. " " .. quantity
    answers[case .. "," .. quantity] = { #rows, tonumber(value), tonumber(bound) }
  end
end

local marks = { { 7, "#b63a2b" }, { 9, "#1565c0" }, { 5, "#2e7d32" }, { 11, "#8e6a1a" } }
local script, curves = {}, {}
for i = 2, #arg do
  local name = arg[i]:match("([^/]+)%.csv$")
  local mark = marks[(i - 2) % #marks + 1]
  script[#script + 1] = ("$%s << EOD"):format(name)
  for line in io.lines(arg[i]) do
    local case, quantity, value = line:match("^([^,]+),([^,]+),([^,]+)$")
    local answer = answers[("%s,%s"):format(case, quantity)]
    if answer then
      local off = math.abs(tonumber(value) - answer[2]) / answer[3]
      script[#script + 1] = ("%.3g %g"):format(math.min(MOST, math.max(LEAST, off)),
        #rows - answer[1] + 1 + 0.12 * (3.5 - i))
    end
  end
  script[#script + 1] = "EOD"
  curves[#curves + 1] = ('$%s using 1:2 with points pt %d ps 1.1 lc rgb "%s" title "%s"'):format(
    name, mark[1], mark[2], name)
end
local tics = {}
for i, row in ipairs(rows) do tics[i] = ('"%s" %d'):format(row, #rows - i + 1) end
script[#script + 1] = ([[
set terminal %s size 620,400 font "sans,13" background "white"
set output "%s"
set title "distance from the answer over its bound"
set border lc rgb "#555555"; set tics out nomirror; set grid x lc rgb "#dddddd"
set logscale x; set format x "10^{%%T}"
set xrange [%g:%g]; set yrange [0.3:%g]; set offsets 0, 0, 0, 0
set ytics (%s)
set key outside bottom center horizontal
set object 1 rectangle from graph 0, graph 0 to 1, graph 1 fc rgb "#e8f3e8" fs noborder behind
set arrow from 1, graph 0 to 1, graph 1 nohead dt 2 lc rgb "#444444"
plot %s
]]):format(arg[1]:match("%.png$") and "pngcairo" or "svg", arg[1], LEAST / 1.5, MOST * 1.5, #rows + 0.7, table.concat(tics, ", "), table.concat(curves, ", "))
local plot = assert(io.popen("gnuplot", "w"))
plot:write(table.concat(script, "\n"))
assert(plot:close())
