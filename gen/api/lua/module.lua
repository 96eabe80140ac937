-- module.lua: the part of the Lua module `bristle` that is written in Lua.
-- In: the functions of module.c.
-- Out: the module: specs from files, texts and tables, and a function for each verb.
--
-- Invariant: a spec made of tables goes through the same closed state as a spec
-- from a file, and keeps its line numbers: each word stands on the line on which
-- the script calls the word.
local core = ...

local bristle = {
  version = core.version, array = core.array, status = core.status, backends = core.backends,
}

-- ---- a spec as tables: bristle.contact { ... } ----------------------------------
-- word_of keeps, for each table made by a word, the word and the script's line.

local word_of = setmetatable({}, { __mode = "k" })
local surface = { __name = "bristle.surface" }

local function tagged(name, value, level)
  local info = debug.getinfo(level + 1, "Sl")
  word_of[value] = { name = name, line = info.currentline, file = info.short_src }
  return setmetatable(value, surface)
end

function surface.__add(a, b)
  return (tagged("+", { a, b }, 2))
end

-- `hertz` and `hertz {}` are the same.
local function word(name)
  local make = setmetatable({}, { __call = function(_, given)
    if type(given) ~= "table" then
      error(name .. " takes a table: bristle." .. name .. " { ... }, got a " .. type(given), 2)
    end
    local copy = {}
    for k, v in pairs(given) do copy[k] = v end
    return (tagged(name, copy, 2)) -- not a tail call, which would change levels
  end })
  word_of[make] = { name = name, is_bare = true }
  return make
end

-- The first lookup of a name that the module itself does not have asks for the
-- words.
local words
setmetatable(bristle, { __index = function(_, name)
  if not words then
    words = {}
    for each in core.words():gmatch("%S+") do words[each] = word(each) end
  end
  if not words[name] then error("bristle has no " .. tostring(name), 2) end
  return words[name]
end })

-- ---- tables -> text -----------------------------------------------------------------

local write -- (out, value, what)

-- Adds line ends until the text has reached the line.
local function go_to(out, line)
  while out.line < line do
    out[#out + 1] = "\n"
    out.line = out.line + 1
  end
end

-- Returns a literal on one line, for any bytes.
local function quoted(text)
  return '"' .. text:gsub("[^%w ]", function(c) return ("\\%03d"):format(c:byte()) end) .. '"'
end

local function quoted_plainly(text)
  return text:find("^[%g ]*$") and not text:find('[\\"]') and '"' .. text .. '"' or quoted(text)
end

local function write_number(out, value)
  if value ~= value then
    out[#out + 1] = "(0/0)"
  elseif value == math.huge or value == -math.huge then
    out[#out + 1] = value > 0 and "(1/0)" or "(-1/0)"
  else
    out[#out + 1] = math.type(value) == "integer" and ("%d"):format(value) or ("%.17g"):format(value)
  end
end

-- Writes the function's code and the outside values that the code uses.
local function write_function(out, f, what)
  if out.is_closed then
    error(what .. " is a function; set takes one only where the spec is written in the script", 0)
  end
  local info = debug.getinfo(f, "S")
  if info.what == "C" then error(what .. " is a function of C, which a spec cannot take along", 0) end
  out[#out + 1] = "given(" .. quoted(string.dump(f)) .. ", {"
  for i = 1, math.huge do
    local name, value = debug.getupvalue(f, i)
    if not name then break end
    if name ~= "_ENV" then
      out[#out + 1] = "[" .. i .. "]="
      write(out, value, ("%s, which %s:%d uses,"):format(name, info.short_src, info.linedefined))
      out[#out + 1] = ","
    end
  end
  out[#out + 1] = "})"
end

local function line_of(value)
  local tag = type(value) == "table" and word_of[value]
  return tag and tag.line or 0
end

-- Returns the keys, words last and in the order of the script, so that line
-- numbers only grow.
local function keys_of(value)
  local keys = {}
  for k in pairs(value) do
    if math.type(k) ~= "integer" or k < 1 or k > #value then keys[#keys + 1] = k end
  end
  table.sort(keys, function(a, b)
    local la, lb = line_of(value[a]), line_of(value[b])
    if la ~= lb then return la < lb end
    return tostring(a) < tostring(b)
  end)
  return keys
end

local function write_members(out, value, what)
  if out.depth > 16 then error(what .. ": tables are nested more than 16 levels deep; does a table contain itself?", 0) end
  out.depth = out.depth + 1
  out[#out + 1] = "{"
  for i = 1, #value do
    write(out, value[i], what .. "[" .. i .. "]")
    out[#out + 1] = ", "
  end
  for _, k in ipairs(keys_of(value)) do
    if type(k) ~= "string" then error(what .. ": a key must be a name, got a " .. type(k), 0) end
    out[#out + 1] = "[" .. quoted_plainly(k) .. "]="
    write(out, value[k], k)
    out[#out + 1] = ", "
  end
  out[#out + 1] = "}"
  out.depth = out.depth - 1
end

local function write_table(out, value, what)
  local tag = word_of[value]
  if not tag then return write_members(out, value, what) end
  if tag.is_bare then
    out[#out + 1] = tag.name
  elseif tag.name == "+" then
    out[#out + 1] = "("
    write(out, value[1], what)
    out[#out + 1] = " + "
    write(out, value[2], what)
    out[#out + 1] = ")"
  else
    go_to(out, tag.line)
    out[#out + 1] = tag.name .. " "
    write_members(out, value, tag.name)
  end
end

function write(out, value, what)
  local kind = type(value)
  if kind == "number" then
    write_number(out, value)
  elseif kind == "string" then
    out[#out + 1] = quoted_plainly(value)
  elseif kind == "boolean" or kind == "nil" then
    out[#out + 1] = tostring(value)
  elseif kind == "function" then
    write_function(out, value, what)
  elseif kind == "table" then
    write_table(out, value, what)
  else
    error(what .. " is a " .. kind .. ", which a spec cannot hold", 0)
  end
end

-- ---- opening ------------------------------------------------------------------------

-- { mu = 0.8, ["grid.1"] = 31 } -> { "grid.1=31", "mu=0.8" }
local function overrides_of(set, is_closed)
  local list = {}
  for key, value in pairs(set or {}) do
    if type(key) ~= "string" then error("set takes names: set = { mu = 0.8 }", 0) end
    local out = { line = 1, depth = 0, is_closed = is_closed }
    write(out, value, key)
    list[#list + 1] = key .. "=" .. table.concat(out)
  end
  table.sort(list)
  return list
end

-- Makes a spec from its source text; messages show `name` in place of a path.
function bristle.text(source, name)
  if type(source) ~= "string" then error("text takes the spec's source", 2) end
  return { source = source, name = name or "text" }
end

local function open(spec, set)
  local tag = type(spec) == "table" and word_of[spec]
  local overrides = overrides_of(set, not tag)
  if type(spec) == "string" then return core.open(spec, overrides) end
  if tag and not tag.is_bare and tag.name ~= "+" then
    local out = { line = 1, depth = 0 }
    go_to(out, tag.line)
    out[#out + 1] = "return "
    write(out, spec, tag.name)
    return core.open_text(tag.file, table.concat(out), overrides, true)
  end
  if type(spec) == "table" and type(spec.source) == "string" then
    return core.open_text(spec.name, spec.source, overrides, false)
  end
  error("a spec is a file's path, bristle.text(source), or a table made by a word, as " ..
    "bristle.contact { ... }; got a " .. type(spec), 0)
end

local function checked(options, known)
  for key in pairs(options or {}) do
    if not known[key] then error('there is no option "' .. tostring(key) .. '"', 0) end
  end
  return options or {}
end

-- Returns f with errors that keep their own place instead of a line of this file.
local function protected(f)
  return function(...)
    local results = table.pack(pcall(f, ...))
    if results[1] then return table.unpack(results, 2, results.n) end
    error(results[2], 0)
  end
end

-- bristle.open(spec, { mu = 0.8 })
bristle.open = protected(open)

-- Makes bristle[name], which opens the spec, calls the body, and closes the
-- model. The caller may give a model in place of a spec.
local function with_model(name, known, body)
  known.set = true
  bristle[name] = protected(function(spec, ...)
    local options = select("#", ...) > 0 and select(-1, ...) or nil
    options = checked(type(options) == "table" and options or nil, known)
    if core.is_model(spec) then
      if options.set then error("set goes with a spec that is opened, not with a model", 0) end
      return body(spec, options, ...)
    end
    local model <close> = open(spec, options.set)
    return body(model, options, ...)
  end)
end

-- tier = "source": tcc first compiles the generated text alone.
with_model("jit", { backend = true, tier = true, tune = true }, function(model, options)
  local backend, tier = options.backend or "auto", options.tier
  if tier ~= nil and tier ~= "source" then error('tier is "source" or nil', 0) end
  if tier and backend == "auto" then backend = "auto-source" end
  local named = core.backends[backend]
  if tier and named and named.has_kernels then
    error(('backend = "%s" is not the generated source'):format(backend), 0)
  end
  local solver = model:jit(backend)
  return options.tune and solver:tune(options.tune) or solver
end)
with_model("check", {}, function(model) return model:check() end)
-- The letters name stages, as -d of the verbs does: bristle.show(spec, "p").
with_model("show", {}, function(model, _, letters)
  if type(letters) ~= "string" then error('show needs letters of stages: bristle.show(spec, "p")', 0) end
  return model:show(letters)
end)
with_model("verify", { backend = true }, function(model, options)
  return model:verify(options.backend)
end)
with_model("emit", { example = true, descriptor = true }, function(model, options, folder)
  if type(folder) ~= "string" then error("emit needs a folder: bristle.emit(spec, folder)", 0) end
  return model:emit(folder, options.descriptor, options.example)
end)
with_model("sim", { backend = true, each = true, tune = true }, function(model, options)
  core.tune(model, options.tune or {})
  return model:sim(options.backend, options.each)
end)


-- bristle.fit(spec, "log.csv", { "F_c", "sigma0" }, { out = "fit.lua" }): the first may be a list.
local fit_model = core.methods.fit
local function list_of(value, what)
  if type(value) == "string" then return { value } end
  if type(value) ~= "table" then error("fit needs " .. what, 0) end
  return value
end
with_model("fit", { use = true, hold = true, given = true, weights = true, columns = true,
    backend = true, out = true, plot = true }, function(model, options, logs, names)
  local given = { logs = list_of(logs, "a log, or a list of logs"), columns = options.columns or {},
    names = table.concat(list_of(names, "names of numbers: { \"F_c\", \"sigma0\" }"), ",") }
  for _, key in ipairs { "use", "hold", "given", "weights", "backend", "out", "plot" } do given[key] = options[key] end
  return fit_model(model, given)
end)
local fit_with_options = bristle.fit
bristle.fit = function(spec, logs, names, options) return fit_with_options(spec, logs, names, options or {}) end
core.methods.fit = function(...) return bristle.fit(...) end

-- Methods of a model take the options of the function of the same name as well:
-- model:jit { backend = "cc" } is bristle.jit(model, { backend = "cc" }).
for _, name in ipairs { "jit", "verify", "emit", "sim" } do
  local method = core.methods[name]
  core.methods[name] = function(model, ...)
    if type((select(select("#", ...) > 0 and -1 or 1, ...))) == "table" then return bristle[name](model, ...) end
    return method(model, ...)
  end
end

-- A misspelt method, or one that solvers and states have, is named in the error.
setmetatable(core.methods, { __index = function(_, name)
  local names = {}
  for each in pairs(core.methods) do names[#names + 1] = each end
  table.sort(names)
  error(('a model has no method "%s"; its methods are %s; bristle.jit(model) makes a solver'):format(
    tostring(name), table.concat(names, ", ")), 2)
end })

return bristle
