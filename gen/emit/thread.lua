-- thread.lua: passes the tuning through emitted C. In: a text; the texts before it in the same
-- unit (the header, and for a kernel its source); the name of the model; the tuned constants,
-- each with its macro and its place in the tuning, and factors of values that a caller gives. Out: the text in which each function that
-- reads a tuned constant has the tuning as its first parameter, and each call passes it on.
--
-- Invariant: the header decides which of its functions have a tuning; of all others the calls
-- decide. Code changes at these places alone.

local lexer = ...
local blanked = lexer.blanked

-- Returns what stands before that place on its line.
local function line_before(code, place)
  local from = place
  while from > 1 and code:byte(from - 1) ~= 10 do from = from - 1 end
  return code:sub(from, place - 1)
end

-- Returns the functions that the text defines or declares: { name, open, close, body, finish }
-- with the places of the parentheses and of the braces; without a body for a declaration.
local function functions_of(code, model)
  local list, at = {}, 1
  while true do
    local first, open, name = code:find("%f[%w_]([%a_][%w_]*)%(", at)
    if not first then return list end
    at = open + 1
    local line = line_before(code, first)
    local close = code:match("^%b()()", open)
    local is_own = name:sub(1, #model + 1) == model .. "_" or name == "main"
    if close and is_own and line:find("^%a") and not line:find("[=(]") then
      local body = code:match("^%s*\n(){", close)
      local finish = body and code:match("^%b{}()", body)
      if finish or code:find("^%s*;", close) then
        list[#list + 1] = { name = name, open = open, close = close - 1, body = body, finish = finish }
        at = finish or at
      end
    end
  end
end

local function has_tuning(code, f, model)
  return code:find("^%(const " .. model .. "_tuning %*", f.open) ~= nil
end

-- Returns name -> true of the functions that earlier texts give a tuning, and of all that the
-- header declares.
local function earlier_functions(earlier, model)
  local tuned, declared = {}, {}
  local code = blanked(earlier)
  for _, f in ipairs(functions_of(code, model)) do
    if has_tuning(code, f, model) then tuned[f.name] = true end
    if not f.body then declared[f.name] = true end
  end
  return tuned, declared
end

-- Adds to `tuned` the functions that read a constant or call such a function, until none is new.
local function add_readers(code, functions, constants, tuned, declared, model)
  local is_new = true
  while is_new do
    is_new = false
    for _, f in ipairs(functions) do
      local is_free = f.body and not tuned[f.name] and f.name ~= "main" and f.name ~= model .. "_tune"
      if is_free and not declared[f.name] then
        local body = code:sub(f.body, f.finish - 1)
        for word in body:gmatch("[%a_][%w_]*") do
          if constants[word] or tuned[word] then tuned[f.name], is_new = true, true break end
        end
      end
    end
  end
end

-- Returns the constants that the body reads, as declarations in the order of the text.
local function declarations(body, constants, model, from, factors)
  local lines, seen = {}, {}
  for word in body:gmatch("[%a_][%w_]*") do
    if constants[word] and not seen[word] then
      seen[word] = true
      lines[#lines + 1] = ("\n  const %s_real %s = %s%s%s;"):format(model, word, factors[word] or "", from, constants[word])
    end
  end
  return table.concat(lines)
end

return function(text, earlier, model, constants, factors)
  local tuned, declared = earlier_functions(earlier, model)
  local code, edits = blanked(text), {}
  local functions = functions_of(code, model)
  local public = {}
  for name in pairs(declared) do public[name] = tuned[name] end
  for name, own in code:gmatch("\n#define ([%w_]+) ([%w_]+)") do -- another name of a function
    if public[name] then tuned[own], public[own] = true, true end
  end
  add_readers(code, functions, constants, tuned, declared, model)
  local function insert(at, what) edits[#edits + 1] = { at = at, what = what } end
  for _, f in ipairs(functions) do
    local is_tuned = tuned[f.name] and not has_tuning(code, f, model)
    if is_tuned then
      local is_empty = code:find("^%(void%)", f.open) or code:find("^%(%)", f.open)
      insert(f.open + 1, ("const %s_tuning *tuning%s"):format(model, is_empty and "" or ", "))
      if is_empty and f.close > f.open + 1 then edits[#edits].drop = 4 end
    end
    if f.body then
      local body = code:sub(f.body, f.finish - 1)
      local from = f.name == model .. "_tune" and "" or "tuning->"
      local lines = declarations(body, constants, model, from, from == "" and factors or {})
      if is_tuned and public[f.name] then
        lines = ("\n  if (!tuning) tuning = &%s_tuning_default;"):format(model) .. lines
      end
      if lines ~= "" then insert(f.body + 1, lines) end
      for callee, at in body:gmatch("%f[%w_]([%a_][%w_]*)%(()") do
        local given = body:match("^[^,)]*", at)
        if tuned[callee] and not given:find("tuning") then
          given = tuned[f.name] and "tuning" or public[callee] and "0" or ("&%s_tuning_default"):format(model)
          local is_last = body:find("^%)", at)
          insert(f.body + at - 1, given .. (is_last and "" or ", "))
        end
      end
    end
  end
  table.sort(edits, function(a, b) return a.at < b.at end)
  local out, at = {}, 1
  for _, edit in ipairs(edits) do
    out[#out + 1] = text:sub(at, edit.at - 1)
    out[#out + 1] = edit.what
    at = edit.at + (edit.drop or 0)
  end
  out[#out + 1] = text:sub(at)
  return table.concat(out)
end
