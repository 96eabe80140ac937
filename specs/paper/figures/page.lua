-- page.lua: one page with all figures, in the papers' order. In: papers whose
-- figures have a result. Out: OUT/index.html, which needs no other file; its look
-- and its script are those of `bristle report`.
local bristle = require "bristle"

local function escaped(text)
  return (text:gsub("[&<>\"]", { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }))
end

local letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

local function base64(bytes)
  local out = {}
  for i = 1, #bytes, 3 do
    local a, b, c = bytes:byte(i, i + 2)
    local all = a << 16 | (b or 0) << 8 | (c or 0)
    local function letter(shift) local k = (all >> shift & 63) + 1 return letters:sub(k, k) end
    out[#out + 1] = letter(18) .. letter(12) .. (b and letter(6) or "=") .. (c and letter(0) or "=")
  end
  return table.concat(out)
end

-- Returns a table whose first row is its head.
local function table_of(rows)
  local out = { '<div class="wide"><table>' }
  for i, row in ipairs(rows) do
    local cell = i == 1 and "th" or "td"
    local words = {}
    for k, word in ipairs(row) do words[k] = ("<%s>%s</%s>"):format(cell, escaped(tostring(word)), cell) end
    out[#out + 1] = "<tr>" .. table.concat(words) .. "</tr>"
  end
  out[#out + 1] = "</table></div>"
  return table.concat(out, "\n") .. "\n"
end

local function tolerances(lib, bars)
  local rows = { { "compared", "found", "tolerance" } }
  for _, bar in ipairs(bars) do
    rows[#rows + 1] = { bar.what .. (bar.holds and "" or ": DOES NOT HOLD"), ("%.3g"):format(bar.value), lib.bounds(bar) }
  end
  return table_of(rows)
end

local function add_figure(lib, page, figure, out)
  local result = figure.result
  local function add(...) page[#page + 1] = string.format(...) end
  add('<section id="%s">\n<h3>%s: %s</h3>\n', figure.name, escaped(figure.heading), escaped(figure.title))
  if result.has_plot then
    page[#page + 1] = ('<figure><img alt="%s" src="data:image/svg+xml;base64,'):format(escaped(figure.heading .. ": " .. figure.title))
    page[#page + 1] = base64(lib.read(out .. "/" .. figure.name .. ".svg"))
    add('"></figure>\n')
  end
  if result.tables then
    for _, rows in ipairs(result.tables) do page[#page + 1] = table_of(rows) end
  end
  if result.html then page[#page + 1] = result.html end
  for _, part in ipairs { { "Printed", result.printed }, { "Here", result.used }, { "Why", result.because }, { "Shows", figure.shows }, { "Agrees", result.agrees or figure.agrees }, { "Differs", result.differs or figure.differs } } do
    if part[2] then add("<p><b>%s.</b> %s</p>\n", part[1], escaped(part[2])) end
  end
  if result.bars and #result.bars > 0 then page[#page + 1] = tolerances(lib, result.bars) end
  if result.has_rows then add('<p class="about">Numbers: %s.csv beside this page.</p>\n', figure.name) end
  add("</section>\n")
end

-- Each row: what a paper prints, what stands for it here, and the entry that computes
-- both.
local function overview(figures)
  local out = { '<div class="wide words"><table>\n<tr><th>where</th><th>printed</th><th>here</th></tr>\n' }
  for _, figure in ipairs(figures) do
    out[#out + 1] = ('<tr><td><a href="#%s">%s</a></td><td>%s</td><td>%s</td></tr>\n')
      :format(figure.name, escaped(figure.heading), escaped(figure.result.printed), escaped(figure.result.used))
  end
  out[#out + 1] = "</table></div>\n<p>Not printed at all, so that nothing can be laid over them: the pressure of the second non-convex surface of Fig. 8, " ..
    "the inertia of the thrown square, and where the arm starts.</p>\n"
  return table.concat(out)
end

return function(context, papers, out)
  local lib = context.lib
  local css = lib.read("templates/common/report/page.css")
  local page = {
    '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n' ..
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>The papers, computed - bristle</title>\n<style>\n',
    css, "h3 { font-size: 1rem; margin: 1.6rem 0 .4rem } nav.all a { display: inline-block } .wide { overflow-x: auto } .words td, .words th { text-align: left }\n</style>\n</head>\n<body>\n" ..
    "<h1>The papers, computed</h1>\n<p class=\"about\">Every figure and table of four papers that can be computed, by the solvers of bristle ",
    bristle.version, ". <code>make paper</code> made this page, and fails if a number below is beyond its tolerance; ",
    "<code>make paper FIG=9</code> makes one figure.</p>\n",
  }
  for _, paper in ipairs(papers) do
    page[#page + 1] = ('<nav class="all"><b>%s</b> '):format(escaped(paper.title))
    for _, figure in ipairs(paper.figures) do
      page[#page + 1] = ('<a href="#%s">%s</a> '):format(figure.name, escaped(figure.heading))
    end
    page[#page + 1] = "</nav>\n"
  end
  for _, paper in ipairs(papers) do
    page[#page + 1] = ("<h2>%s</h2>\n<p class=\"about\">%s. %s</p>\n"):format(escaped(paper.title), escaped(paper.by), escaped(paper.about or ""))
    if paper.key == "M" then page[#page + 1] = overview(paper.figures) end
    for _, figure in ipairs(paper.figures) do add_figure(lib, page, figure, out) end
  end
  page[#page + 1] = "<script>\n" .. lib.read("templates/common/report/page.js") .. "</script>\n</body>\n</html>\n"
  lib.write(out .. "/index.html", table.concat(page))
end
