-- documents.lua: holds what documents show against what happens.
--
--   bristle run documents.lua [--write] [--long] ROOT FILE...
--
-- In a FILE (Markdown, its path from ROOT, the root of the tree)
--   ```console       has commands, each behind "$ ", and what they print, both
--                    streams; a line "..." stands for any lines. What prints
--                    nothing here may print anything. They run one after
--                    another in one new folder, where `specs` is the tree's,
--                    and a command that fails stops the document.
--   ```console fails the last command fails
--   ```console long  runs with --long only
--   ```lua FILE      is the same text as the file in the folder of the document
-- Durations and what rounding makes of zero may differ. --write puts what
-- happened into the documents. Exit 1 if anything differs.
local root, files, write, long = nil, {}, false, false
for _, word in ipairs(arg) do
  if word == "--write" then
    write = true
  elseif word == "--long" then
    long = true
  elseif root then
    files[#files + 1] = word
  else
    root = word
  end
end

local function lines_of(text)
  local lines = {}
  for line in (text:gsub("\n$", "") .. "\n"):gmatch("(.-)\n") do lines[#lines + 1] = line end
  return text == "" and {} or lines
end

local function text_of(path)
  local file <close> = assert(io.open(path))
  return file:read("a")
end

local function quoted(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

-- Words of a line that may differ: durations, ratios of durations, rounding.
local function settled(line)
  line = line:gsub("%s+$", "")
  line = line:gsub("%d[%d.e+-]*x?( ?[num]?s)%f[%W]", "#%1"):gsub("%d[%d.]*x", "#x")
  return (line:gsub("%-?%d[%d.]*e%-(%d+)", function(power)
    return tonumber(power) >= 9 and "#" or nil
  end))
end

local function alike(shown, line)
  local a, b = settled(shown), settled(line)
  if a == b then return true end
  -- Numbers may differ in their last digit.
  local numbers = {}
  local function blank(text)
    local list = {}
    local rest = text:gsub("%-?%d+%.?%d*[eE]?[+-]?%d*", function(number)
      list[#list + 1] = tonumber(number) or number
      return "0"
    end)
    numbers[#numbers + 1] = list
    return rest:gsub("%s+", " ")
  end
  if blank(a) ~= blank(b) then return false end
  for i, x in ipairs(numbers[1]) do
    local y = numbers[2][i]
    if x ~= y and not (math.type(x) and math.type(y) and math.abs(x - y) <= 2e-5 * math.abs(x)) then
      return false
    end
  end
  return true
end

-- The first line of `shown` that is not met, or nil. A "..." takes as few lines
-- as it can.
local function difference(shown, lines, i, j)
  i, j = i or 1, j or 1
  while i <= #shown do
    if shown[i] == "..." then
      if i == #shown then return nil end
      for start = j, #lines do
        if alike(shown[i + 1], lines[start]) and not difference(shown, lines, i + 1, start) then return nil end
      end
      return shown[i + 1]
    end
    if not lines[j] or not alike(shown[i], lines[j]) then return shown[i] end
    i, j = i + 1, j + 1
  end
  return j <= #lines and "(then nothing more)" or nil
end

-- What a document should show: as many lines as before at both ends of a "...".
local function renewed(shown, lines)
  local first, last
  for i, line in ipairs(shown) do
    if line == "..." then first, last = first or i, i end
  end
  if not first then return lines end
  local result = table.move(lines, 1, first - 1, 1, {})
  result[#result + 1] = "..."
  local rest = #shown - last
  return table.move(lines, #lines - rest + 1, #lines, #result + 1, result)
end

local found = 0
local function complain(format, ...)
  found = found + 1
  print(format:format(...))
end

local folder = assert(io.popen("mktemp -d")):read("l")
os.execute(("ln -s %s/specs %s/specs; mkdir %s/out"):format(quoted(root), quoted(folder), quoted(folder)))

local function run(command)
  local out = folder .. "/.printed"
  local _, _, code = os.execute(("cd %s && PATH=%s:$PATH && { %s\n} >%s 2>&1 </dev/null"):format(
    quoted(folder), quoted(root .. "/out/bin"), command, quoted(out)))
  local lines = lines_of(text_of(out))
  os.remove(out)
  return code, lines
end

-- Runs the commands of a block and returns the lines that it should have.
local function console(document, at, block, fails)
  local result, i = {}, 1
  while i <= #block do
    local command, start = block[i]:match("^%$ (.*)"), i
    if not command then
      complain("%s:%d: no command", document, at + i)
      return block
    end
    result[#result + 1] = block[i]
    while command:match("\\$") do
      i = i + 1
      command = command:sub(1, -2) .. block[i]
      result[#result + 1] = block[i]
    end
    local shown = {}
    i = i + 1
    while i <= #block and not block[i]:match("^%$ ") do
      shown[#shown + 1] = block[i]
      i = i + 1
    end
    local code, lines = run(command)
    local last = i > #block
    if (code ~= 0) ~= (fails and last) then
      complain("%s:%d: %s: exit code %d: %s", document, at + start, command, code, table.concat(lines, "\n"))
    end
    local missed = #shown > 0 and difference(shown, lines)
    if missed and not write then
      complain("%s:%d: %s: not so: %s\nbut\n%s", document, at + start, command, missed, table.concat(lines, "\n"))
    end
    local keep = missed and renewed(shown, lines) or shown
    table.move(keep, 1, #keep, #result + 1, result)
  end
  return result
end

local function same_file(document, at, block, name)
  local path = root .. "/" .. (document:match("^(.*/)") or "") .. name
  local text = lines_of(text_of(path))
  if table.concat(text, "\n") == table.concat(block, "\n") then return block end
  if not write then complain("%s:%d: not the text of %s", document, at, name) end
  return text
end

local commands = 0
for _, document in ipairs(files) do
  local path, lines, result, i = root .. "/" .. document, nil, {}, 1
  lines = lines_of(text_of(path))
  while i <= #lines do
    local kind, rest = lines[i]:match("^```(%S+) ?(.*)$")
    result[#result + 1] = lines[i]
    if kind then
      local at, block = i, {}
      i = i + 1
      while lines[i] ~= "```" do
        block[#block + 1] = lines[i]
        i = i + 1
      end
      if kind == "console" and (long or rest ~= "long") then
        commands = commands + 1
        block = console(document, at, block, rest == "fails")
      elseif kind == "lua" and rest ~= "" then
        block = same_file(document, at, block, rest)
      end
      table.move(block, 1, #block, #result + 1, result)
      result[#result + 1] = "```"
    end
    i = i + 1
  end
  if write then assert(io.open(path, "w")):write(table.concat(result, "\n"), "\n"):close() end
end
os.execute("rm -rf " .. quoted(folder))
print(("%d blocks of commands, %d do not hold"):format(commands, found))
os.exit(found == 0 and commands > 0 and 0 or 1)
