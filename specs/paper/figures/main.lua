-- main.lua: makes the figures and tables of the papers and the page that shows
-- them, and checks their tolerances.
--
--   bristle run specs/paper/figures/main.lua OUT [FIG...]     (in the root of the tree)
--
-- Writes OUT/NAME.csv, .svg and .png for each figure, and OUT/index.html if no
-- figure is named. FIG is a figure of the planar-LuGre paper (9), a table of that
-- paper (II), or a name as the list below prints it (PS2). Exit code 1 if a figure
-- is further from what the figure is compared with than its tolerance.
--
-- Two processes share the work (--part N), each with groups of its own, since the
-- figures of a group share runs; OUT/parts has their results for the page.
local bristle = require "bristle"
local here = arg[0]:match("^(.*/)") or ""
local lib = dofile(here .. "lib.lua")
local context = { lib = lib, here = here }
context.profile = dofile(here .. "profile.lua")(lib)

-- In the order of the papers; a group returns a list of figures.
local papers = {
  { key = "M", title = "What is printed, and what is computed", by = "Misprints, and choices that the papers leave open", groups = { "misprints" } },
  { key = "PL", title = "Planar Friction Modelling with LuGre Dynamics and Limit Surfaces",
    by = "G. Arslan Waltersson and Y. Karayiannidis", groups = { "velocities", "grids", "limits", "pads", "motions", "tables" } },
  { key = "PS", title = "Dynamic Models of Planar Sliding", by = "J. Xie and N. Chakraborty", groups = { "sliding" } },
  { key = "CF", title = "Closed-Form Representations of Friction", by = "J. Huang, X. Li, H. Li, Y.-H. Chen and Z. Zhong", groups = { "arm" } },
  { key = "FC", title = "Friction Cone", by = "S. Savin, Contact-aware Control, Lecture 8, 2023", groups = { "cones" } },
}
-- The tables of times take as long as all other groups: the second process.
local function part_of(group) return group == "tables" and 2 or 1 end

local out = assert(arg[1], "usage: bristle run main.lua OUT [FIG...]")
local part = arg[2] == "--part" and tonumber(arg[3]) or nil
local wanted, asked = nil, {}
for i = 2, part and 1 or #arg do
  wanted = wanted or {}
  wanted[arg[i]] = true
end

local function collect()
  local list = {}
  for _, paper in ipairs(papers) do
    paper.figures = {}
    for _, group in ipairs(paper.groups) do
      for _, figure in ipairs(dofile(here .. group .. ".lua")(context)) do
        figure.paper, figure.part = paper, part_of(group)
        paper.figures[#paper.figures + 1] = figure
      end
    end
    table.sort(paper.figures, function(a, b) return a.place < b.place end)
    for _, figure in ipairs(paper.figures) do
      asked[figure.id] = true
      if (not wanted or wanted[figure.id]) and (not part or figure.part == part) then list[#list + 1] = figure end
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

-- Returns the lines about tolerances, and whether all hold. A figure with numbers
-- and no tolerance is a mistake of its script.
local function check(figure, result)
  local holds, lines = true, {}
  assert(not result.rows or #(result.bars or {}) > 0, figure.heading .. " has numbers and no tolerance")
  for _, bar in ipairs(result.bars or {}) do
    bar.holds = bar.value <= (bar.most or math.huge) and bar.value >= (bar.least or -math.huge)
    holds = holds and bar.holds
    lines[#lines + 1] = ("    %-58s %9.3g  %s%s"):format(bar.what, bar.value, lib.bounds(bar), bar.holds and "" or "  DOES NOT HOLD")
  end
  return table.concat(lines, "\n"), holds
end

local function make(list)
  local all_hold = true
  for i, figure in ipairs(list) do
    local start = os.time()
    local result = figure.make()
    local path = out .. "/" .. figure.name
    local lines, holds = check(figure, result)
    if result.rows then lib.write_csv(path .. ".csv", result.columns, result.rows) end
    if result.plot then lib.draw(path, result.plot) end
    all_hold = all_hold and holds
    -- The page needs no more than this.
    result.has_rows, result.has_plot, result.rows, result.columns, result.plot = result.rows ~= nil, result.plot ~= nil, nil, nil, nil
    lib.write(("%s/parts/%s.lua"):format(out, figure.name), "return " .. lib.text_of(result) .. "\n")
    print(("[%s%d/%d] %s: %s (%d s)"):format(part and "part " .. part .. ", " or "", i, #list, figure.heading, figure.title, os.time() - start))
    if #lines > 0 then print(lines) end
    io.stdout:flush()
  end
  return all_hold
end

-- Runs both parts; returns false if a tolerance does not hold.
local function make_parts()
  local run = ("%q run %q %q --part "):format(arg[-2], arg[0], out)
  -- Whatever ends the second part ends the first one, too, unless it has ended.
  local script = ("%s1 & first=$!; trap 'kill $first' EXIT INT TERM; %s2; two=$?; wait $first; one=$?; trap - EXIT INT TERM; [ $one -gt $two ] && exit $one; exit $two")
    :format(run, run)
  local _, how, code = os.execute(script)
  return how == "exit" and code == 0
end

assert(os.execute(("mkdir -p %q"):format(out .. "/parts")))
if not wanted and not part then os.execute(("rm -f %q/parts/*.lua"):format(out)) end
local list, all_hold = collect(), nil
if wanted or part then
  all_hold = make(list)
else
  local start = os.time()
  all_hold = make_parts()
  for _, figure in ipairs(list) do
    figure.result = dofile(("%s/parts/%s.lua"):format(out, figure.name))
  end
  dofile(here .. "page.lua")(context, papers, out)
  print(("%s/index.html: %d figures and tables, %d s"):format(out, #list, os.time() - start))
end
if not all_hold then
  if not part then print("a tolerance does not hold") end
  os.exit(1)
end
