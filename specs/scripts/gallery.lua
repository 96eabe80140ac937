-- gallery.lua: a picture of every shipped spec and a page that shows them.
--
--   bristle run specs/scripts/gallery.lua        (in the root of the tree)
--
-- Draws the motion of a spec that has a scenario, else its pressure or its
-- sections, into specs/gallery, and writes specs/gallery/README.md. Where
-- pngquant is installed the pictures are a quarter as large.
local folder = "specs/gallery"
local kinds = {
  { "contact", "Contacts" }, { "slider", "Sliders" }, { "mechanism", "Mechanisms" },
  { "cone", "Cones" }, { "joint", "Joints" }, { "paper", "From the papers" }, { "tutorial", "From the tutorial" },
}

local function shell(format, ...)
  local command = format:format(...)
  return assert(os.execute(command), command)
end

local function output(format, ...)
  local pipe <close> = assert(io.popen(format:format(...)))
  return pipe:read("a")
end

-- What the spec says of itself: its first comment, without the comment's marks.
local function words_of(path)
  local words = {}
  for line in io.lines(path) do
    local text = line:match("^%-%- ?(.*)")
    if not text then break end
    words[#words + 1] = text
  end
  return table.concat(words, " ")
end

local function draw(path, picture)
  local scratch = os.tmpname()
  os.remove(scratch)
  if os.execute(("bristle sim %s -o %s.csv --plot %s >%s.out 2>&1"):format(path, scratch, picture, scratch)) then
    os.remove(scratch .. ".csv")
    return
  end
  shell("bristle plot %s -o %s >%s.out", path, scratch, scratch)
  -- The pressure of a contact, the only picture of a cone.
  local best = output("ls %s/*_pressure.png %s/*.png 2>/dev/null", scratch, scratch):match("[^\n]+")
  shell("mv %s %s; rm -r %s", best, picture, scratch)
  os.remove(scratch .. ".out")
end

shell("mkdir -p %s && rm -f %s/*.png", folder, folder)
local page = {
  "# Gallery", "",
  "Every shipped spec with a picture: its motion where it has a scenario, else its pressure or its sections.",
  "`bristle run specs/scripts/gallery.lua` draws them and writes this page.",
}
for _, kind in ipairs(kinds) do
  page[#page + 1] = "\n## " .. kind[2]
  for path in output("ls specs/%s/*.lua", kind[1]):gmatch("[^\n]+") do
    local name = path:match("([^/]+)%.lua$")
    draw(path, ("%s/%s.png"):format(folder, name))
    print(path)
    page[#page + 1] = ("\n[%s](../../%s): %s\n\n<img src=\"%s.png\" width=\"420\" alt=\"%s\">"):format(
      name, path, words_of(path), name, name)
  end
end
os.execute(("pngquant --force --ext .png 64 %s/*.png 2>/dev/null"):format(folder))
local file <close> = assert(io.open(folder .. "/README.md", "w"))
file:write(table.concat(page, "\n"), "\n")
