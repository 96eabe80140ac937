-- main.lua: makes the figures and tables of the papers and the page that shows
-- them, and checks their tolerances.
--
--   bristle run specs/paper/figures/main.lua OUT [FIG...]     (in the root of the tree)
--
-- Writes OUT/NAME.csv, .svg and .png for each figure, and OUT/index.html if no
-- figure is named. FIG is a figure of the planar-LuGre paper (9), a table of that
-- paper (II), or a name as the list below prints it (PS2). Exit code 1 if a figure
-- is further from what the figure is compared with than its tolerance.
local bristle = require "bristle"
local here = arg[0]:match("^(.*/)") or ""
local lib = dofile(here .. "lib.lua")
local context = { lib = lib, here = here }
context.profile = dofile(here .. "profile.lua")(lib)

-- In the order of the papers; a group returns a list of figures.
local papers = {
  { key = "PL", title = "Planar Friction Modelling with LuGre Dynamics and Limit Surfaces",
    by = "G. Arslan Waltersson and Y. Karayiannidis", groups = { "velocities", "grids", "limits", "motions", "tables" } },
  { key = "PS", title = "Dynamic Models of Planar Sliding", by = "J. Xie and N. Chakraborty", groups = { "sliding" } },
  { key = "CF", title = "Closed-Form Representations of Friction", by = "J. Huang, X. Li, H. Li, Y.-H. Chen and Z. Zhong", groups = { "arm" } },
  { key = "FC", title = "Friction Cone", by = "S. Savin, Contact-aware Control, Lecture 8, 2023", groups = { "cones" } },
}

local out = assert(arg[1], "usage: bristle run main.lua OUT [FIG...]")
local wanted, asked = nil, {}
for i = 2, #arg do
  wanted = wanted or {}
  wanted[arg[i]] = true
end

local function collect()
  local list = {}
  for _, paper in ipairs(papers) do
    paper.figures = {}
    for _, group in ipairs(paper.groups) do
      for _, figure in ipairs(dofile(here .. group .. ".lua")(context)) do
        figure.paper = paper
        paper.figures[#paper.figures + 1] = figure
      end
    end
    table.sort(paper.figures, function(a, b) return a.place < b.place end)
    for _, figure in ipairs(paper.figures) do
      asked[figure.id] = true
      if not wanted or wanted[figure.id] then list[#list + 1] = figure end
    end
  end
  for id in pairs(wanted or {}) do
    if not asked[id] then
      local names = {}
      for each in pairs(asked) do names[#names + 1] = each end
      table.sort(names)
      io.stderr:write(('there is no figure "%s"; there are %s\n'):format(id, table.concat(names, ", ")))
      os.exit(2)
    end
  end
  return list
end

-- Returns the lines about tolerances, and whether all hold.
local function check(figure, result)
  local holds, lines = true, {}
  for _, bar in ipairs(result.bars or {}) do
    bar.holds = bar.value <= bar.most and bar.value >= (bar.least or -math.huge)
    holds = holds and bar.holds
    lines[#lines + 1] = ("    %-58s %9.3g  %s %.3g%s"):format(bar.what, bar.value, "at most", bar.most,
      bar.holds and "" or "  DOES NOT HOLD")
  end
  return table.concat(lines, "\n"), holds
end

assert(os.execute(("mkdir -p %q"):format(out)))
local list, all_hold = collect(), true
for i, figure in ipairs(list) do
  local start = os.time()
  local result = figure.make()
  figure.result = result
  local path = out .. "/" .. figure.name
  if result.rows then lib.write_csv(path .. ".csv", result.columns, result.rows) end
  if result.plot then lib.draw(path, result.plot) end
  local lines, holds = check(figure, result)
  all_hold = all_hold and holds
  print(("[%d/%d] %s: %s (%d s)"):format(i, #list, figure.heading, figure.title, os.time() - start))
  if #lines > 0 then print(lines) end
  io.stdout:flush()
end
if not wanted then
  dofile(here .. "page.lua")(context, papers, out)
  print(out .. "/index.html")
end
if not all_hold then
  print("a tolerance does not hold")
  os.exit(1)
end
