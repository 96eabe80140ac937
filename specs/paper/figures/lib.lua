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

-- A value of tables, strings, numbers and booleans as Lua text.
function lib.text_of(value)
  if type(value) ~= "table" then
    return ("%q"):format(value) -- a number, too, in a form that reads back equal
  end
  local out = {}
  for key, member in pairs(value) do
    out[#out + 1] = ("[%s]=%s"):format(type(key) == "number" and ("%d"):format(key) or ("%q"):format(key), lib.text_of(member))
  end
  return "{" .. table.concat(out, ",") .. "}"
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

-- Solves a x = b by elimination with the largest pivot; changes a, and b to x.
function lib.solve(a, b)
  local n = #b
  for k = 1, n do
    local best = k
    for i = k + 1, n do if math.abs(a[i][k]) > math.abs(a[best][k]) then best = i end end
    a[k], a[best], b[k], b[best] = a[best], a[k], b[best], b[k]
    for i = k + 1, n do
      local f = a[i][k] / a[k][k]
      if f ~= 0 then
        for j = k, n do a[i][j] = a[i][j] - f * a[k][j] end
        b[i] = b[i] - f * b[k]
      end
    end
  end
  for k = n, 1, -1 do
    for j = k + 1, n do b[k] = b[k] - a[k][j] * b[j] end
    b[k] = b[k] / a[k][k]
  end
  return b
end

-- ---- closed forms ----------------------------------------------------------------

-- Complete elliptic integrals by the arithmetic-geometric mean.
local function elliptic(m)
  local a, b, c, sum, power = 1, math.sqrt(1 - m), math.sqrt(m), m / 2, 0.5
  for _ = 1, 12 do
    a, b, c = (a + b) / 2, math.sqrt(a * b), (a - b) / 2
    power = 2 * power
    sum = sum + power * c * c
  end
  local k = math.pi / (2 * a)
  return k, k * (1 - sum)
end

-- Closed form of a uniform disc of radius 1 and mu fn = 1: force and torque for
-- e = v/(R w).
function lib.disc(e)
  if e < 1 then
    local k, l = elliptic(e * e)
    return 4 * ((e * e + 1) * l + (e * e - 1) * k) / (3 * math.pi * e), 4 * ((4 - 2 * e * e) * l + (e * e - 1) * k) / (9 * math.pi)
  end
  local k, l = elliptic(1 / (e * e))
  return 4 * ((e * e + 1) * l - (e * e - 1) * k) / (3 * math.pi), 4 * e * ((4 - 2 * e * e) * l + (2 * e * e - 5 + 3 / (e * e)) * k) / (9 * math.pi)
end

-- ---- pictures ----------------------------------------------------------------------

-- Most points of a line in a picture; the CSV has all rows.
local most_points = 500

local function block(name, line)
  local out, n = { ("$%s << EOD"):format(name) }, #line.rows
  local step = line.style == "points" and 1 or math.max(1, math.ceil(n / most_points))
  for i = 1, n do
    local row = line.rows[i]
    if row.gap then out[#out + 1] = line.is_strokes and "\n" or ""
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

-- A string of gnuplot, its lines folded to so many letters.
local function quoted(text, letters)
  local out, column = {}, 0
  for word in text:gmatch("%S+") do
    if letters and column > 0 and column + 1 + #word > letters then
      out[#out + 1], column = "\\n", 0
    elseif column > 0 then
      out[#out + 1], column = " ", column + 1
    end
    out[#out + 1], column = (word:gsub('["\\]', "\\%0")), column + #word
  end
  return '"' .. table.concat(out) .. '"'
end

-- Tics of the y axis at most about 6 to a panel of 110 pixels: gnuplot's own
-- choice overlaps there.
local function tics(panel, height)
  local low, high = math.huge, -math.huge
  for _, line in ipairs(panel.lines) do
    for _, row in ipairs(line.rows) do
      local y = not row.gap and row[line.y]
      if y then low, high = math.min(low, y), math.max(high, y) end
    end
  end
  if not (high > low) then return "" end
  local least = (high - low) / math.max(3, height / 24)
  local step = 10 ^ math.floor(math.log(least, 10))
  for _, times in ipairs { 1, 2, 5, 10 } do
    if times * step >= least then return ("set ytics %.3g"):format(times * step) end
  end
  return ""
end

-- Writes path.svg and path.png. A panel is { title=, x=, y= (labels), lines=,
-- more= (gnuplot) }, a line { rows=, x=, y= (members), title=, style=, colour=,
-- dash=, width= }; in space (is_space) a line has z, too. A row { gap = true } ends
-- a stroke; in space it ends a row of a net, and is_strokes makes strokes of them.
function lib.draw(path, plot)
  local columns = plot.columns or 1
  local rows = math.ceil(#plot.panels / columns)
  local width, height = plot.width or 900, plot.height or 60 + 210 * rows
  -- One below the other the panels have common left and right ends; side by side
  -- their keys are below them.
  local margins = columns > 1 and "set bmargin 6\n" or #plot.panels > 1 and "set lmargin 12; set rmargin 26\n" or ""
  local key = columns == 1 and "set key outside right top vertical" or "set key outside bottom center horizontal"
  local script, plots = {}, {}
  for p, panel in ipairs(plot.panels) do
    local own_tics = not panel.is_space and not (panel.more or ""):find("tics") and tics(panel, height / rows - 90) or "set ytics autofreq"
    local parts = { ("unset logscale; %s samplen 2 spacing 0.9; set xrange [*:*]; set yrange [*:*]\nset size noratio\nset title %s\nset xlabel %s offset 0,%s\nset ylabel %s offset 0.8,0\n%s\n%s\n%s ")
      :format(key, quoted(panel.title or "", math.floor(width / columns / (columns == 1 and 11 or 8))), quoted(panel.x or ""), columns == 1 and "0.4" or "0.2", quoted(panel.y or ""), own_tics, panel.more or "", panel.is_space and "splot" or "plot") }
    local list = {}
    for i, line in ipairs(panel.lines) do
      local name = ("d%d_%d"):format(p, i)
      script[#script + 1] = block(name, line)
      local style = line.style or "line"
      local look = looks[style]:format(line.width or (style == "points" and 0.6 or 1.6),
        line.dash and " dt " .. line.dash or "", line.colour or lib.colours[(i - 1) % #lib.colours + 1])
      list[#list + 1] = ("$%s using %s %s %s"):format(name, panel.is_space and "1:2:3" or "1:2", look, line.title and "title " .. quoted(line.title) or "notitle")
    end
    parts[#parts + 1] = table.concat(list, ", \\\n  ")
    plots[p] = table.concat(parts)
  end
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

-- A tolerance in words.
function lib.bounds(bar)
  if not bar.least then return ("at most %.3g"):format(bar.most) end
  if not bar.most then return ("at least %.3g"):format(bar.least) end
  return ("%.3g to %.3g"):format(bar.least, bar.most)
end

-- The number in three digits.
function lib.short(x)
  return ("%.3g"):format(x)
end

return lib
