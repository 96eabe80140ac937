-- lib.lua: files, statistics and pictures for the figures beside it.
--
--   local lib = dofile(here .. "lib.lua")
local bristle = require "bristle"
local lib = {}

lib.colours = { "#1565c0", "#b63a2b", "#2e7d32", "#8e6c00", "#6a3d9a", "#00838f", "#444444", "#c2185b" }

-- ---- files ---------------------------------------------------------------------

function lib.write(path, text)
  local file <close> = assert(io.open(path, "w"))
  assert(file:write(text))
end

function lib.read(path)
  local file <close> = assert(io.open(path))
  return file:read("a")
end

-- Returns the lines of a CSV file as tables: of numbers by place, or by the names
-- of its first line.
function lib.read_csv(path, has_names)
  local rows, names = {}, nil
  for line in io.lines(path) do
    local row, i = {}, 0
    for word in line:gmatch("[^,]+") do
      i = i + 1
      if has_names and names then row[names[i]] = tonumber(word)
      elseif has_names then row[i] = word
      else row[i] = assert(tonumber(word), path .. ": not a number: " .. word) end
    end
    if has_names and not names then names = row else rows[#rows + 1] = row end
  end
  return rows
end

-- Writes rows with these columns: names of members.
function lib.write_csv(path, names, rows)
  local out = { table.concat(names, ",") }
  for _, row in ipairs(rows) do
    local words = {}
    for i, name in ipairs(names) do
      local value = row[name]
      words[i] = type(value) == "number" and ("%.10g"):format(value) or tostring(value == nil and "" or value)
    end
    out[#out + 1] = table.concat(words, ",")
  end
  lib.write(path, table.concat(out, "\n") .. "\n")
end

-- ---- results that several figures share -----------------------------------------

local kept = {}

-- Returns make(), which runs once for each key.
function lib.once(key, make)
  if kept[key] == nil then kept[key] = make() end
  return kept[key]
end

-- ---- statistics ------------------------------------------------------------------

-- Returns the root of the mean square of the distance between two lists of rows,
-- over these members of a and b.
function lib.rmse(a, b, names, names_of_b)
  assert(#a == #b and #a > 0, "rows do not match")
  local sum = 0
  for i = 1, #a do
    for k, name in ipairs(names) do
      sum = sum + (a[i][name] - b[i][(names_of_b or names)[k]]) ^ 2
    end
  end
  return math.sqrt(sum / #a)
end

-- Returns the largest length of these members.
function lib.largest(rows, names)
  local most = 0
  for _, row in ipairs(rows) do
    local sum = 0
    for _, name in ipairs(names) do sum = sum + row[name] ^ 2 end
    most = math.max(most, sum)
  end
  return math.sqrt(most)
end

-- Returns the range of a member.
function lib.range(rows, name)
  local low, high = math.huge, -math.huge
  for _, row in ipairs(rows) do low, high = math.min(low, row[name]), math.max(high, row[name]) end
  return high - low
end

function lib.column(rows, name)
  local list = {}
  for i, row in ipairs(rows) do list[i] = row[name] end
  return list
end

-- Piecewise linear between knots { { t, value }, ... }.
function lib.between(t, knots)
  for i = 2, #knots do
    local a, b = knots[i - 1], knots[i]
    if t <= b[1] then return a[2] + (b[2] - a[2]) * (t - a[1]) / (b[1] - a[1]) end
  end
  return knots[#knots][2]
end

-- ---- pictures ----------------------------------------------------------------------

-- Most points of a line in a picture; the CSV has all rows.
local most_points = 500

local function block(name, line)
  local out, n = { ("$%s << EOD"):format(name) }, #line.rows
  local step = line.style == "points" and 1 or math.max(1, math.ceil(n / most_points))
  for i = 1, n do
    local row = line.rows[i]
    if row.gap then out[#out + 1] = ""
    elseif i % step == 0 or i == 1 or i == n or line.all then
      local words = {}
      for k, member in ipairs { line.x, line.y, line.z } do
        local value = row[member]
        words[k] = type(value) == "number" and ("%.8g"):format(value) or ("%q"):format(value)
      end
      out[#out + 1] = table.concat(words, " ")
    end
  end
  out[#out + 1] = "EOD\n"
  return table.concat(out, "\n")
end

local looks = {
  line = "with lines lw %g%s lc rgb '%s'",
  points = "with points pt 6 ps %g%s lc rgb '%s'",
  both = "with linespoints lw %g%s pt 7 ps 0.6 lc rgb '%s'",
}

-- Writes path.svg and path.png. A panel is { title=, x=, y= (labels), lines=,
-- more= (gnuplot) }, a line { rows=, x=, y= (members), title=, style=, colour=,
-- dash=, width= }; in space (is_space) a line has z, too.
function lib.draw(path, plot)
  local script, plots = {}, {}
  for p, panel in ipairs(plot.panels) do
    local parts = { ("unset logscale; set key outside right top samplen 2 spacing 0.9; set xrange [*:*]; set yrange [*:*]\nset size noratio\nset title %q\nset xlabel %q offset 0,0.4\nset ylabel %q offset 0.8,0\n%s\n%s ")
      :format(panel.title or "", panel.x or "", panel.y or "", panel.more or "", panel.is_space and "splot" or "plot") }
    local list = {}
    for i, line in ipairs(panel.lines) do
      local name = ("d%d_%d"):format(p, i)
      script[#script + 1] = block(name, line)
      local style = line.style or "line"
      local look = looks[style]:format(line.width or (style == "points" and 0.6 or 1.6),
        line.dash and " dt " .. line.dash or "", line.colour or lib.colours[(i - 1) % #lib.colours + 1])
      list[#list + 1] = ("$%s using %s %s %s"):format(name, panel.is_space and "1:2:3" or "1:2", look, line.title and ("title %q"):format(line.title) or "notitle")
    end
    parts[#parts + 1] = table.concat(list, ", \\\n  ")
    plots[p] = table.concat(parts)
  end
  local columns = plot.columns or 1
  -- One below the other the panels have common left and right ends.
  local margins = columns == 1 and #plot.panels > 1 and "set lmargin 12; set rmargin 26\n" or ""
  local rows = math.ceil(#plots / columns)
  local width, height = plot.width or 900, plot.height or 60 + 210 * rows
  local body = table.concat(script) ..
    "set encoding utf8\nset border lc rgb '#555555'\nset tics out nomirror\nset grid lc rgb '#dddddd'\nset termoption noenhanced\n" .. margins ..
    ("set multiplot layout %d,%d\n"):format(rows, columns) .. table.concat(plots, "\n") .. "\nunset multiplot\n"
  for _, kind in ipairs { "svg", "pngcairo" } do
    local file = path .. (kind == "svg" and ".svg" or ".png")
    local gnuplot <close> = assert(io.popen("gnuplot", "w"))
    gnuplot:write(("set terminal %s size %d,%d font 'sans,11' background rgb 'white'\nset output %q\n"):format(kind, width, height, file), body)
    assert(gnuplot:close(), "gnuplot failed for " .. file)
  end
end

-- ---- specs --------------------------------------------------------------------------

-- Table I of the planar-LuGre paper.
lib.laws = {
  [0] = { sigma0 = 1e6, sigma1 = 8e2, sigma2 = 0, mu_c = 1, mu_s = 1, v_s = 1e-3, gamma = 2, s_ba = 0.9 },
  [1] = { sigma0 = 1e6, sigma1 = 8e2, sigma2 = 0.2, mu_c = 1, mu_s = 1.2, v_s = 1e-3, gamma = 2, s_ba = 0.9 },
}

function lib.lugre(p)
  return bristle.lugre(lib.laws[p])
end

-- The number in at most four digits.
function lib.short(x)
  return ("%.3g"):format(x)
end

return lib
