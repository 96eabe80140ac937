-- judge.lua: random specs, each checked and verified by the program.
--
--   bristle run judge.lua BRISTLE FOLDER [COUNT] [KIND] [MODE] [FIRST] [tune]
--
-- COUNT specs (10) of each kind and mode, from the seed FIRST (1) on; `tune` puts
-- ranges around some of their numbers. A spec holds, or is refused with a reason; anything else is listed with its seed, and
-- the spec is kept in FOLDER. FOLDER/refused.txt has the reasons of refusals. Exit 1 if there is any.
local here = arg[0]:match("^(.*/)") or ""
package.path = here .. "?.lua;" .. package.path
local random = require "random_spec"
local program, folder, count = arg[1], arg[2], tonumber(arg[3] or 10)
local first, seconds = tonumber(arg[6] or 1), 120 -- of processor time per verb

local function quoted(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

local function text_of(path)
  local file <close> = assert(io.open(path))
  return file:read("a")
end

-- The exit code, or the name of what ended it; both streams.
local function run(verb, path)
  local out, err = folder .. "/out", folder .. "/err"
  local _, how, code = os.execute(("ulimit -t %d; exec %s %s --json %s%s >%s 2>%s"):format(seconds, quoted(program), verb,
    verb == "verify" and "--backend=tcc " or "", quoted(path), quoted(out), quoted(err)))
  local said, complaint = text_of(out), text_of(err)
  if complaint:find("Sanitizer", 1, true) or complaint:find("runtime error:", 1, true) then
    return "crashed", said, complaint
  end
  -- A shell adds 128 to the number of a signal; 24 and 9 are those of the limit.
  if how == "signal" or code > 128 then
    code = code % 128
    return (code == 24 or code == 9) and "took too long" or "crashed", said, complaint
  end
  return code, said, complaint
end

local function failed_checks(report)
  local names = {}
  for name, rest in report:gmatch('"name": "([^"]*)",(.-)}') do
    if rest:find('"holds": false', 1, true) then
      names[#names + 1] = name .. " " .. (rest:match('"worst": ([^,\n]*)') or "")
    end
  end
  return table.concat(names, "; ")
end

-- "held", "refused" and the reason, or what is wrong.
local function judge(path)
  local code, said, complaint = run("check", path)
  local reason = complaint:match("[^\n]*")
  if type(code) == "string" then return "check " .. code .. ": " .. reason end
  if code == 2 then
    local why = reason:match(":(%d+: .*)")
    return why and not why:find("internal", 1, true) and "refused" or "check gives no reason: " .. reason, why
  end
  local bare = (" " .. said):find("[%s:,%[-]nan[,%s%]}]") or (" " .. said):find("[%s:,%[-]inf[,%s%]}]")
  if bare or not said:find("^{") then return "no figures" end
  if code == 1 then
    local why = said:match('"error".-"text": "([^"]*)"')
    return why and "refused" or "check gives no reason", why
  end
  code, said, complaint = run("verify", path)
  reason = complaint:match("[^\n]*")
  if code == 0 then return "held" end
  if code == 1 then return "verify does not hold: " .. failed_checks(said) end
  return code == 2 and "verify refuses what check takes: " .. reason or "verify " .. code .. ": " .. reason
end

local function judge_all(kind, mode)
  local held, refused, found = 0, 0, 0
  for seed = first, first + count - 1 do
    local path = ("%s/%s_%s_%d.lua"):format(folder, kind, mode, seed)
    local text = random.make(kind, mode, seed, arg[7] == "tune")
    assert(io.open(path, "w")):write(text):close()
    local what, why = judge(path)
    if what == "held" then
      held = held + 1
    elseif what == "refused" then
      refused = refused + 1
      assert(io.open(folder .. "/refused.txt", "a")):write(("%s %s %d: %s\n"):format(kind, mode, seed, why)):close()
    else
      found = found + 1
      print(("%s %s %d: %s"):format(kind, mode, seed, what))
      assert(io.open(path, "w")):write("-- " .. what:gsub("\n", " ") .. "\n" .. text):close()
    end
    if what == "held" or what == "refused" then os.remove(path) end
  end
  print(("%s %s: %d held, %d refused, %d found"):format(kind, mode, held, refused, found))
  return found
end

-- An argument that is missing or empty asks for all.
local function is_asked(place, word) return (arg[place] or "") == "" or arg[place] == word end

os.execute("mkdir -p " .. quoted(folder))
local found = 0
for _, kind in ipairs(random.kinds) do
  for _, mode in ipairs(random.modes) do
    if is_asked(4, kind) and is_asked(5, mode) then found = found + judge_all(kind, mode) end
  end
end
os.remove(folder .. "/out")
os.remove(folder .. "/err")
os.exit(found == 0 and 0 or 1)
