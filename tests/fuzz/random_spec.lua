-- random_spec.lua: one random spec for each kind, mode and seed.
--
--   lua5.4 random_spec.lua KIND MODE SEED [tune]
--   KIND  contact, reduced, slider, mechanism, cone, joint; measured: contacts
--         with numbers from material, stiffness by area and the like; regional:
--         contacts whose friction differs by region or between two axes
--   MODE  moderate: what an engineer could write for a real object
--         extreme:  anywhere in the ranges that the language allows
--   tune  the same spec, with ranges around some of its numbers; a joint
--         has such ranges at times anyway
--
-- The same three words always give the same text. The generator knows the words
-- of the language and their ranges; it does not know what bristle computes.
if arg and arg[0] and arg[0]:find("random_spec.lua", 1, true) then
  package.path = arg[0]:match("^(.-)[^/]*$") .. "?.lua;" .. package.path
end
local draw = require "draw"
local patches, contacts = require "random_patch", require "random_contact"
local lin, log, coin, whole, pick, clamp = draw.lin, draw.log, draw.coin, draw.whole, draw.pick, draw.clamp
local span, of_mode, fill, table_of, spec_of = draw.span, draw.of_mode, draw.fill, draw.table_of, draw.spec_of
local shapes, pressure, lugre, real = patches.shapes, patches.pressure, patches.lugre, patches.real

-- ---- laws of mechanisms ---------------------------------------------------------

local function law()
  local which, mu = pick { "coulomb", "coulomb", "dahl", "lugre" }, span({ 0.02, 2 }, { 1e-6, 1e3 })
  if which == "lugre" then return lugre() end
  if which == "coulomb" then
    local static = coin(0.4) and fill(", mu_s = $", math.min(mu * lin(1, 1.6), 1e3)) or ""
    return fill("coulomb { mu = $$ }", mu, static)
  end
  local power = coin(0.6) and fill(", alpha = $", pick { 1, 1.5, 2, 3 }) or ""
  return fill("dahl { sigma = $, mu = $$ }", span({ 1e2, 1e5 }, { 1, 1e9 }), mu, power)
end

-- ---- sliders ------------------------------------------------------------------

-- Also returns the larger of et and eo, which are 1 if they are left out, and
-- the smaller.
local function ellipsoid(side)
  local keys, most, least = {}, 1, 1
  for _, key in ipairs { "et", "eo" } do
    if coin(0.7) then
      local e = span({ 0.2, 5 }, { 1e-3, 1e3 })
      keys[#keys + 1], most, least = fill("$ = $", key, e), math.max(most, e), math.min(least, e)
    end
  end
  if coin(0.6) then keys[#keys + 1] = fill("er = $", clamp(side * span({ 0.02, 2 }, { 1e-4, 1e3 }), 1e-9, 1e3)) end
  return "ellipsoid = " .. table_of("", keys), most, least
end

local with_area = { "disc", "annulus", "rectangle", "polygon" }

local function slider()
  local mass, side = span({ 1e-3, 1e3 }, { 1e-9, 1e9 }), span({ 0.01, 1 }, { 1e-6, 100 })
  local sx, sy = side, side * log(0.2, 5)
  local inertia, mu = mass * side * side * span({ 0.05, 2 }, { 1e-4, 1e4 }), span({ 0.05, 1.5 }, { 1e-6, 1e3 })
  local shape = pick(draw.extreme and with_area or { "disc", "annulus", "rectangle", "polygon", "written" })
  patches.stands = true
  local patch, _, inner = shapes[shape](sx, sy)
  patches.stands = false
  local keys = {
    'name = "m"', fill("mass = $", mass), fill("inertia = $", clamp(inertia, 1e-18, 1e15)), fill("mu = $", mu),
    "patch = " .. patch,
  }
  if shape == "written" then keys[#keys + 1] = fill("size = { $, $ }", sx, sy) end
  local most, least = 1, 1
  if coin(0.6) then keys[#keys + 1], most, least = ellipsoid(side) end
  -- Friction at the foot of a body that slides at all shifts the contact point
  -- by some sides of the patch at most.
  local tallest = math.min(1e3, 60 * inner / (mu * most))
  if tallest > 1e-9 and coin(0.7) then
    keys[#keys + 1] = fill("height = $", clamp(side * span({ 0.01, 3 }, { 1e-3, 100 }), 1e-9, tallest))
  end
  local word = real()
  if coin(0.2) then
    -- On a steep table friction keeps some digits of gravity.
    local tilt = word == 'real = "float"' and math.min(2, 2e3 * mu * least) or 2
    keys[#keys + 1] = fill("gravity = { $, $, $ }", tilt * lin(-1, 1), tilt * lin(-1, 1), lin(5, 10))
  elseif coin(0.25) then
    keys[#keys + 1] = fill("gravity = $", span({ 1.6, 20 }, { 1e-3, 1e4 }))
  end
  keys[#keys + 1] = word
  if coin(0.3) then keys[#keys + 1] = fill("dt = $", span({ 1e-4, 1e-2 }, { 1e-9, 1e3 })) end
  return spec_of("slider", keys)
end

-- ---- mechanisms ---------------------------------------------------------------

-- Each gets a mass, a length and the weight of that mass, and returns the
-- members in which it differs from a block on a plane.
local forms = {}

function forms.block() return {} end

function forms.coupled(m)
  local k = lin(-0.9, 0.9) * m
  return { mass = fill("{ { $, $ }, { $, $ } }", m, k, k, m) }
end

function forms.incline(_, size)
  local slope, x = math.tan(lin(-1.2, 1.2)), lin(-1, 1) * size
  return { constraint = fill("q.y - $*q.x", slope), start = fill("{ $, $ }", x, slope * x) }
end

function forms.hoop(_, size)
  return { constraint = fill("(q.x^2 + q.y^2 - $)/$", size * size, 2 * size), start = fill("{ 0, $ }", -size) }
end

function forms.curve(_, size)
  return {
    constraint = fill("q.y - $*q.x^2 + $*math.sin(q.x/$)", lin(-1, 1) / size, 0.2 * size, size), start = "{ 0, 0 }",
  }
end

function forms.arm(m, size)
  local l1, l2, m2 = size, size * lin(0.5, 1.5), m * log(0.2, 5)
  local k = m2 * l1 * l2
  return {
    names = '"a", "b"',
    mass = fill("{ { $, $*math.cos(q.a - q.b) }, { $*math.cos(q.a - q.b), $ } }", (m + m2) * l1 * l1, k, k,
      m2 * l2 * l2),
    force = fill("{ u.push - 0.1*qd.a - $*math.sin(q.a - q.b)*qd.b^2, $*math.sin(q.a - q.b)*qd.a^2 - 0.1*qd.b }", k, k),
    constraint = fill("$*math.sin(q.a) + $*math.sin(q.b) - $", l1, l2, 0.5 * l1),
    contact = fill("{ $*math.cos(q.a) + $*math.cos(q.b), $*math.sin(q.a) + $*math.sin(q.b) }", l1, l2, l1, l2),
    start = fill("{ $, 0 }", math.asin(0.5)),
  }
end

function forms.surface(m, size, weight)
  return {
    names = '"x", "y", "z"', mass = fill("{ { $, 0, 0 }, { 0, $, 0 }, { 0, 0, $ } }", m, m, m),
    force = fill("{ u.push, 0, $ }", -weight), contact = "{ q.x, q.y, q.z }",
    constraint = fill("q.z - $*q.x^2 + $*q.y^2", lin(-1, 1) / size, lin(-1, 1) / size), start = "{ 0, 0, 0 }",
  }
end

-- A skate on a plane that is pressed down.
function forms.skate(m, size, weight)
  return {
    names = '"x", "y", "th"', mass = fill("{ { $, 0, 0 }, { 0, $, 0 }, { 0, 0, $ } }", m, m, m * size * size),
    force = fill("{ u.push, $, 0 }", -weight), start = "{ 0, 0, 0 }",
    more = fill("velocity_constraint = function(q) return { { 0, 0, 1 } }, { $ } end,\n  surface = 1,\n  ", lin(-1, 1)),
  }
end

local form_names = { "block", "incline", "hoop", "curve", "arm", "surface", "skate", "coupled" }

local mechanism_text = [[
return mechanism {
  name = "m",
  q = { $ },
  inputs = { "push" },
  mass = function(q) return $ end,
  force = function(q, qd, t, u) return $ end,
  constraint = function(q) return { $ } end,
  $contact = function(q, t) return $ end,
  friction = $,
  $$$,
  scenario = {
    duration = 1, dt = 1e-3, q = $,
    input = function(t) return { $*math.sin(9*t) } end,
  },
}
]]

local function mechanism()
  local m, size = span({ 1e-3, 1e3 }, { 1e-6, 1e6 }), span({ 0.01, 10 }, { 1e-3, 1e3 })
  local weight, name = m * (draw.extreme and log(1e-2, 1e4) or 9.81), pick(form_names)
  local form = forms[name](m, size, weight)
  local at = form.contact or "{ q.x, q.y }"
  if (name == "block" or name == "coupled") and coin(0.2) then at = fill("{ q.x - $*t, q.y }", lin(-0.5, 0.5)) end
  local rate = span({ 1, 100 }, { 1e-6, 1e6 })
  return fill(mechanism_text, form.names or '"x", "y"', form.mass or fill("{ { $, 0 }, { 0, $ } }", m, m),
    form.force or fill("{ u.push, $ }", -weight), form.constraint or "q.y", form.more or "", at, law(),
    coin(0.5) and 'normal = "coupled",\n  ' or "", coin(0.4) and fill("baumgarte = { $, $ },\n  ", rate, rate) or "",
    real(), form.start or fill("{ $, 0 }", lin(-0.5, 0.5) * size), m * span({ 1, 20 }, { 1e-3, 1e4 }))
end

-- ---- cones --------------------------------------------------------------------

local function cone_patch(dimension, keys)
  local sx = span({ 5e-3, 0.3 }, { 1e-6, 100 })
  local sy = sx * log(0.3, 3)
  if dimension == 4 then
    local nx, ny = whole(1, 12), whole(1, 12)
    keys[#keys + 1] = fill("patch = { grid = { $, $ }, size = { $, $ }, pressure = $ }", nx, ny, sx, sy,
      (pressure(nx, ny, sx, sy)))
    if coin(0.6) then keys[#keys + 1] = fill("faces = $", pick { 8, 16, 32, 64, 12, draw.extreme and 512 or 24 }) end
  else
    keys[#keys + 1] = "patch = " .. shapes[pick { "rectangle", "polygon" }](sx, sy):gsub(", profile = .*", " }")
    if coin(0.5) then keys[#keys + 1] = fill("faces = $", pick { 3, 4, 8 }) end
  end
end

local function normal()
  if coin(0.4) then return 'normal = "runtime"' end
  local scale = draw.extreme and coin(0.4) and log(1e-6, 1e6) or 1
  return fill("normal = { $, $, $ }", scale * lin(-1, 1), scale * lin(-1, 1), scale * lin(-1, 1))
end

local function cone()
  local dimension, word = pick { 2, 3, 3, 4, 4, 6 }, real()
  local form = pick(dimension == 3 and { "inner", "outer", "exact" } or { "inner", "outer" })
  local mu, most = span({ 0.05, 2 }, { 1e-6, 1e3 }), 1e12
  if word == 'real = "float"' then -- facets and torques keep digits
    mu = math.max(mu, 1e-4)
    most = 1e11 / math.max(1, mu)
  end
  local keys = {
    'name = "m"', fill("mu = $", mu), fill("dimension = $", dimension), word, fill('approximation = "$"', form),
  }
  if coin(0.6) then keys[#keys + 1] = fill("f_max = $", math.min(most, span({ 1, 1e3 }, { 1e-9, 1e12 }))) end
  if dimension == 3 then
    if form ~= "exact" then
      keys[#keys + 1] = fill("faces = $", draw.extreme and pick { 3, 4, 5, 64, 511, 512 } or whole(3, 32))
    end
    if coin(0.5) then keys[#keys + 1] = normal() end
  elseif dimension ~= 2 then
    cone_patch(dimension, keys)
  end
  return spec_of("cone", keys)
end

-- ---- joints -------------------------------------------------------------------

local function joint_law(level, speed)
  local law, static = pick { "lugre", "lugre", "lugre", "dahl", "coulomb" }, math.min(level * lin(1, 2), 1e9)
  local zmax = span({ 1e-6, 1e-2 }, { 1e-9, 1 })
  local sigma0 = clamp(level / zmax, 1e-6, 1e12)
  local viscous = clamp(level / speed * log(1e-3, 1), 1e-9, 1e9)
  if law == "dahl" then
    return law, fill("dahl { F_c = $, sigma0 = $, sigma2 = $$ }", level, sigma0, viscous,
      coin(0.5) and fill(", alpha = $", lin(1, 4)) or "")
  end
  local keys = {}
  if coin(0.12) then
    keys[1] = fill("stribeck = function(s) return $ + $*math.exp(-s/$) end", level, level * lin(0, 1), speed)
  else
    keys[1] = fill("F_c = $", level)
    if coin(0.7) then
      keys[2] = fill("F_s = $, v_s = $, gamma = $", static, speed,
        pick { 2, 2, 1, lin(0.5, 3), of_mode(0.7, 0.1) })
    end
  end
  keys[#keys + 1] = fill("sigma2 = $", viscous)
  if law == "lugre" then
    keys[#keys + 1] = fill("sigma0 = $", sigma0)
    if coin(0.8) then keys[#keys + 1] = fill("sigma1 = $", clamp(level / speed * span({ 0.01, 3 }, { 1e-4, 1e3 }), 1e-9, 1e9)) end
    if coin(0.7) then keys[#keys + 1] = fill("s_ba = $", of_mode(lin(0.4, 0.95), pick { 0.01, 0.99, lin(0.01, 0.99) })) end
    if coin(0.3) then keys[#keys + 1] = fill("v_d = $", clamp(speed * log(0.1, 10), 1e-7, 1e6)) end
  end
  return law, table_of(law, keys), keys[2] and keys[2]:find("v_s") ~= nil, static
end

local function joint_position(length)
  return pick {
    fill("{ period = $, cos = { $, $ }, sin = { $ } }", length, lin(-0.3, 0.3), lin(-0.2, 0.2), lin(-0.3, 0.3)),
    fill("{ q = { 0, $, $ }, factor = { 1, $, $ } }", 0.4 * length, length, lin(0.3, 2), lin(0.3, 2)),
    fill("function(q) return 1 + $*math.sin($*q) end", lin(-0.5, 0.5), 1 / length),
    fill("{ from = 0, to = $, factor = function(q) return 1 + $*q/$ end }", length, lin(-0.5, 1), length),
  }
end

local function joint()
  local level, speed = span({ 1e-2, 1e3 }, { 1e-9, 1e9 }), span({ 1e-4, 1 }, { 1e-7, 1e4 })
  local law, text, has_peak, static = joint_law(level, speed)
  local keys = { 'name = "m"', "friction = " .. text, pick { 'unit = "linear"', 'unit = "rotary"' } }
  local has_load, tuned = coin(0.4), {}
  if coin(0.3) and not text:find("stribeck") then
    keys[#keys + 1] = fill("reverse = { F_c = $, sigma2 = $ }", clamp(level * lin(0.5, 1), 1e-9, 1e9),
      clamp(level / speed * log(1e-3, 1), 1e-9, 1e9))
  end
  if has_load then
    keys[#keys + 1] = fill("load = { mu_c = $$ }", span({ 0.01, 0.5 }, { 1e-9, 1e3 }), coin(0.5) and fill(", largest = $", level * log(0.1, 10)) or "")
  end
  if coin(0.4) then keys[#keys + 1] = "position = " .. joint_position(span({ 1e-2, 10 }, { 1e-6, 1e6 })) end
  if law ~= "coulomb" and coin(0.4) then
    local inertia, wn = level * span({ 1e-3, 1e-1 }, { 1e-3, 1e2 }), span({ 5, 60 }, { 0.1, 1e3 })
    inertia = clamp(inertia, 1e-9, 1e6)
    keys[#keys + 1] = fill("loop = { inertia = $, kp = $, kd = $ }, encoder = $", inertia,
      clamp(inertia * wn * wn, 1e-9, 1e12), clamp(1.8 * inertia * wn, 1e-9, 1e12), span({ 1e-6, 1e-2 }, { 1e-9, 1 }))
  end
  if coin(0.3) and not text:find("stribeck") then
    tuned[#tuned + 1] = fill("F_c = { $, $ }", clamp(level * lin(0.3, 0.9), 1e-9, 1e9), clamp(level * lin(1.01, 3), 1e-9, 1e9))
    if has_peak then tuned[#tuned + 1] = fill("F_s = { $, $ }", clamp(static * lin(0.3, 0.9), 1e-9, 1e9), clamp(static * lin(1.01, 3), 1e-9, 1e9)) end
    if law == "lugre" then tuned[#tuned + 1] = "sigma1 = { 0, 1e9 }" end
    keys[#keys + 1] = "tune = { " .. table.concat(tuned, ", ") .. " }"
  end
  if coin(0.1) then keys[#keys + 1] = 'step = "exponential"' end
  keys[#keys + 1] = real()
  return spec_of("joint", keys)
end

-- ---- tune ---------------------------------------------------------------------

local number, range = contacts.number, contacts.range

-- Adds ranges around some of these keys; at least one.
local function tune_keys(text, keys, wide)
  local ranges = {}
  for _, chance in ipairs { 0.5, 1 } do
    for _, key in ipairs(keys) do
      local value = tonumber(text:match("[{ ,]" .. key .. " = (" .. number .. ")") or "")
      if value and value > 0 and coin(chance) then ranges[#ranges + 1] = key .. " = " .. range(value, wide) end
    end
    if #ranges > 0 then break end
  end
  return (text:gsub("\n}\n$", "\n  tune = { " .. table.concat(ranges, ", ") .. " },\n}\n"))
end

-- Makes parameters of some numbers of the functions. Equal numbers are one
-- parameter, so that a mass matrix stays symmetric.
local function tune_functions(text, wide)
  local names, values, ranges = {}, {}, {}
  local function named(before, digits)
    local value = tonumber(digits)
    if before:find("[%w_.^]") or not value or value == 0 or (not names[digits] and #values >= 5) then
      return before .. digits
    end
    if not names[digits] then
      names[digits] = "p" .. #values + 1
      values[#values + 1] = names[digits] .. " = " .. digits
      if #ranges == 0 or coin(0.7) then ranges[#ranges + 1] = names[digits] .. " = " .. range(value, wide) end
    end
    return before .. "par." .. names[digits]
  end
  local function with_par(head, arguments, body)
    arguments = arguments == "q" and "q, t" or arguments
    return head .. "function(" .. arguments .. ", par) return " ..
      body:gsub("([^%d])(%d+%.?%d*e?[%-+]?%d*)", named) .. " end,\n"
  end
  for _, key in ipairs { "mass", "force", "constraint", "contact" } do
    text = text:gsub("(\n  [^\n]*" .. key .. " = )function%(([^)]*)%) return ([^\n]*) end,\n", with_par, 1)
  end
  if #values == 0 then return text end
  return (text:gsub("\n}\n$", "\n  parameters = { " .. table.concat(values, ", ") .. " },\n  tune = { " ..
    table.concat(ranges, ", ") .. " },\n}\n"))
end

local tuners = {
  contact = contacts.tune, reduced = contacts.tune,
  slider = function(text) return tune_keys(text, { "mass", "inertia", "height", "mu", "et", "eo", "er" }, 0.5) end,
  cone = function(text) return tune_keys(text, { "mu", "f_max" }, 0.5) end,
  mechanism = function(text) return tune_functions(text, 0.1) end,
}

-- ---- what callers see -----------------------------------------------------------

local makers = {
  contact = function() return contacts.contact { "distributed", "distributed", "compressed" } end,
  reduced = function() return contacts.contact { "reduced", "reduced", "ellipsoid" } end,
  slider = slider, mechanism = mechanism, cone = cone, joint = joint, measured = contacts.measured,
  regional = contacts.regional,
}
local order = { "contact", "reduced", "slider", "mechanism", "cone", "joint", "measured", "regional" }

local function make(kind, mode, seed, is_tuned)
  draw.extreme = mode == "extreme"
  local number = 0
  for i, name in ipairs(order) do number = name == kind and i or number end
  math.randomseed(seed, 2 * number + (draw.extreme and 1 or 0))
  local text = makers[kind]()
  return is_tuned and tuners[kind] and tuners[kind](text) or text
end

if arg and arg[0] and arg[0]:find("random_spec.lua", 1, true) then
  io.write(make(arg[1], arg[2], assert(math.tointeger(tonumber(arg[3])), "SEED must be a whole number"), arg[4] == "tune"))
end

return { make = make, kinds = order, modes = { "moderate", "extreme" } }