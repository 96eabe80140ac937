-- prune.lua: leaves functions out of emitted C. In: the name of the model; the functions to keep;
-- a header or nil; the source behind its #include; text of the same unit that also calls
-- functions. Out: the source and the header without what nothing kept calls, the header's
-- functions that stay, and all that it declares.
--
-- Invariant: what stays is byte for byte as it was, but for the comment of a function that says
-- "the same" of one that is left out.
local find, sub = string.find, string.sub

local lexer = ...
local blanked = lexer.blanked

-- Returns the place of the end of the directive at `at`, which may have continued lines.
local function end_of_directive(code, at)
  repeat at = (find(code, "\n", at, true) or #code) + 1 until sub(code, at - 2, at - 2) ~= "\\"
  return at - 1
end

-- Returns the place behind a definition or declaration that starts at `at`.
local function end_of_item(code, at)
  local lone = code:match("^extern%s*{()", at) or code:match("^}()", at)
  if lone then return lone end
  local mark = find(code, "[;{]", at)
  if not mark then return #code + 1 end
  if sub(code, mark, mark) == ";" then return mark + 1 end
  local close = code:match("^%b{}()", mark) or #code + 1
  local is_function = sub(code, at, mark - 1):find("%)%s*$") ~= nil
  return is_function and close or (find(code, ";", close, true) or #code) + 1
end

local conditions = { ["if"] = "if", ifdef = "if", ifndef = "if", ["else"] = "else", elif = "else", endif = "endif" }

-- Returns what an item without its comment defines: a sort, and a list of names.
local function definition_of(code)
  local word = code:match("^%s*#%s*(%l+)")
  if word == "define" then return "macro", { code:match("^%s*#%s*define%s+([%a_][%w_]*)") } end
  if word then return conditions[word] or "directive", {} end
  if code:find("^extern%s*{") or code:find("^}") then return "directive", {} end
  code = code:gsub("__attribute__%s*%b()", "")
  if code:find("^%s*typedef") then return "type", { code:gsub("%b[]", ""):match("([%a_][%w_]*)%s*;%s*$") } end
  if code:find("^%s*enum") then
    local names = {}
    for name in code:gsub("=[^,}]*", ""):gmatch("[%a_][%w_]*") do names[#names + 1] = name end
    return "type", names
  end
  local head, mark = code:match("^(.-)([;{=])")
  local name = head and head:match("([%a_][%w_]*)%s*%(")
  if name and mark ~= "=" then return mark == "{" and "function" or "prototype", { name } end
  name = head and (head:match("([%a_][%w_]*)%s*%[") or head:match("([%a_][%w_]*)%s*$"))
  return "table", { name }
end

-- Returns the pieces of the text: { sort, names, uses, first, last, comment }. A comment right
-- before an item belongs to it, any other one is a note.
local function pieces_of(text)
  local code, list, at = blanked(text), {}, 1
  while true do
    local first = find(text, "%S", at)
    if not first then return list end
    local start, comment = first, nil
    if sub(text, first, first + 1) == "/*" then
      local close = select(2, find(text, "*/", first, true))
      comment = sub(text, first, close)
      local gap, item = text:match("^([ \t\n]*)()%S", close + 1)
      if not item or select(2, gap:gsub("\n", "")) > 1 or sub(text, item, item + 1) == "/*" then
        list[#list + 1] = { sort = "note", names = {}, uses = {}, from = at, first = first, last = close, comment = comment }
        at = close + 1
        goto continue
      end
      start = item
    end
    do
      local stop, sort, names
      if sub(code, start, start) == "#" then
        stop = end_of_directive(code, start) - 1
        sort, names = definition_of(sub(code, start, stop))
      else
        stop = end_of_item(code, start) - 1
        sort, names = definition_of(sub(code, start, stop))
        local rest = text:match("^[ \t]*/%*[^\n]-%*/()", stop + 1)
        if rest then stop = rest - 1 end
      end
      local uses = {}
      for name in sub(code, start, stop):gmatch("[%a_][%w_]*") do uses[name] = true end
      list[#list + 1] = { sort = sort, names = names, uses = uses, from = at, first = first, last = stop, comment = comment, start = start }
      at = stop + 1
    end
    ::continue::
  end
end

local is_condition = { ["if"] = true, ["else"] = true, endif = true }

-- Marks the pieces that the names in `live` use, and what these use in turn. Functions of
-- another name than the model's are what compilers call by themselves.
local function mark(pieces, live, model)
  local is_new = true
  while is_new do
    is_new = false
    for _, p in ipairs(pieces) do
      local is_live = p.sort == "directive"
      for _, name in ipairs(p.names) do
        local is_foreign = p.sort ~= "macro" and p.sort ~= "type" and sub(name, 1, #model + 1) ~= model .. "_"
        is_live = is_live or live[name] or is_foreign
      end
      if is_live and not p.is_live and p.sort ~= "note" then
        p.is_live, is_new = true, true
        for name in pairs(p.uses) do live[name] = true end
      end
    end
  end
end

-- Marks #if, #else and #endif around anything that is live. Returns true if a new name is live.
local function mark_conditions(pieces, live)
  local open, is_new = {}, false
  for _, p in ipairs(pieces) do
    if p.sort == "if" then open[#open + 1] = { p } end
    local inner = open[#open]
    if p.sort == "else" then inner[#inner + 1] = p end
    if p.sort == "endif" then
      inner[#inner + 1] = p
      open[#open] = nil
      if inner.is_live and open[#open] then open[#open].is_live = true end
      for _, c in ipairs(inner.is_live and inner or {}) do
        c.is_live = true
        for name in pairs(c.uses) do is_new, live[name] = is_new or not live[name], true end
      end
    elseif inner and p.is_live and not is_condition[p.sort] then
      inner.is_live = true
    end
  end
  return is_new
end

local function is_heading(p) return p.sort == "note" and p.comment:find("^/%* %-%-%-") ~= nil end

-- Returns the text of the pieces that are live. A note stays with the item behind it, a heading
-- with any item before the next heading.
local function text_of(text, pieces)
  local out = {}
  for i, p in ipairs(pieces) do
    local stays = p.is_live
    if p.sort == "note" then
      local k = i + 1
      while pieces[k] and (pieces[k].sort == "note" and not is_heading(pieces[k])
        or is_heading(p) and not is_heading(pieces[k]) and not pieces[k].is_live) do k = k + 1 end
      stays = pieces[k] and pieces[k].is_live
    end
    if stays then
      out[#out + 1] = sub(text, p.from, p.first - 1) .. (p.note or "") .. sub(text, p.note and p.start or p.first, p.last)
    end
  end
  return (table.concat(out) .. "\n"):gsub("\n\n\n+", "\n\n")
end

-- A comment that speaks of the function before it gets that function's comment in front.
local function explain(pieces, model)
  local before
  for _, p in ipairs(pieces) do
    if p.sort == "prototype" then
      local says = p.comment and (p.comment:find("^/%* The same") or p.comment:find("^/%* Its ") or p.comment:find("^/%* _"))
      if p.is_live and says and before and not before.is_live and before.comment then
        local own = before.names[1]:sub(#model + 2)
        p.note = ("/* _%s, which the spec leaves out: %s\n * _%s: %s\n"):format(own,
          before.comment:sub(4, -4), p.names[1]:sub(#model + 2), p.comment:sub(4))
      end
      before = p
    end
  end
end

return function(model, kept, header, source, calls)
  local live, pieces = {}, pieces_of(source)
  for _, name in ipairs(kept) do live[model .. "_" .. name] = true end
  for name in blanked(calls):gmatch("[%a_][%w_]*") do live[name] = true end
  repeat mark(pieces, live, model) until not mark_conditions(pieces, live)
  local pruned = text_of(source, pieces)
  if not header then return pruned end
  local parts, stay, all = pieces_of(header), {}, {}
  for _, p in ipairs(parts) do
    p.is_live = p.sort ~= "note" and p.sort ~= "prototype" or nil
    if p.sort == "prototype" then
      local name = p.names[1]:sub(#model + 2)
      p.is_live = live[p.names[1]]
      all[#all + 1] = name
      if p.is_live then stay[#stay + 1] = name end
    end
  end
  explain(parts, model)
  return pruned, text_of(header, parts), stay, all
end
