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
local extreme

-- ---- random numbers -----------------------------------------------------------

local function lin(low, high) return low + (high - low) * math.random() end
local function log(low, high) return low * math.exp(lin(0, math.log(high / low))) end
local function coin(chance) return math.random() < chance end
local function whole(low, high) return math.random(low, high) end
local function pick(things) return things[math.random(#things)] end
local function clamp(x, low, high) return math.min(math.max(x, low), high) end

-- Logarithmic in the range of the mode. Extreme values lie at an end at times.
local function span(moderate, extremes)
  local range = extreme and extremes or moderate
  if extreme and coin(0.08) then return pick(range) end
  return log(range[1], range[2])
end

local function of_mode(moderate, extremes) return extreme and extremes or moderate end

-- The text with each $ replaced by the next number or text.
local function fill(text, ...)
  local values, at = { ... }, 0
  return (text:gsub("%$", function()
    at = at + 1
    local value = values[at]
    return type(value) == "number" and ("%.5g"):format(value) or value
  end))
end

local function table_of(word, keys) return ("%s { %s }"):format(word, table.concat(keys, ", ")) end
local function spec_of(word, keys) return ("return %s {\n  %s,\n}\n"):format(word, table.concat(keys, ",\n  ")) end

-- ---- pressure -----------------------------------------------------------------

local function profile()
  return pick { "", "", ", profile = uniform", ", profile = hertz",
    fill(", profile = soft { k = $ }", span({ 1.2, 4 }, { 0.3, 30 })) }
end

-- True while shapes are made that an object stands on: they lie around (0, 0).
local stands

-- A shape's middle: the box about its outline, with half the sides `wide` and
-- `high`, stays on the grid. `inner` is the radius of a circle in the outline.
local function place(sx, sy, wide, high, inner)
  if not coin(0.4) then return "" end
  local x = lin(-1, 1) * clamp(0.499 * sx - wide, 0, 0.2 * sx)
  local y = lin(-1, 1) * clamp(0.499 * sy - high, 0, 0.2 * sy)
  if stands then x, y = clamp(x, -0.6 * inner, 0.6 * inner), clamp(y, -0.6 * inner, 0.6 * inner) end
  return fill(", at = { $, $ }", x, y)
end

-- Each gets the sides of the grid and returns the shape, its area, and the
-- radius of a circle that fits into its outline.
local shapes = {}

function shapes.disc(sx, sy)
  local radius = lin(0.1, 0.49) * math.min(sx, sy)
  return fill("disc { radius = $$$ }", radius, place(sx, sy, radius, radius, radius), profile()), math.pi * radius ^ 2,
    radius
end

function shapes.annulus(sx, sy)
  local outer, hole = lin(0.2, 0.49) * math.min(sx, sy), lin(0.1, 0.9)
  return fill("annulus { inner = $, outer = $$$ }", outer * hole, outer, place(sx, sy, outer, outer, outer), profile()),
    math.pi * outer ^ 2 * (1 - hole ^ 2), outer
end

function shapes.rectangle(sx, sy)
  local a, b, angle = lin(0.05, 0.6) * sx, lin(0.05, 0.6) * sy, lin(-3, 3)
  local c, s = math.abs(math.cos(angle)) / 2, math.abs(math.sin(angle)) / 2
  local share = math.min(1, 0.499 * sx / (a * c + b * s), 0.499 * sy / (a * s + b * c))
  a, b = share * a, share * b
  local inner = math.min(a, b) / 2
  return fill("rectangle { size = { $, $ }, angle = $$$ }", a, b, angle,
    place(sx, sy, a * c + b * s, a * s + b * c, inner), profile()), a * b, inner
end

function shapes.polygon(sx, sy)
  local n, points, smallest = whole(3, 7), {}, 0.5
  for i = 1, n do
    -- The angles between corners of what stands are below half a turn.
    local turn = 2 * math.pi * (i + (stands and lin(0.3, 0.7) or lin(0.1, 0.9))) / n
    local x = lin(0.15, 0.5)
    local y = stands and x or lin(0.15, 0.5)
    points[i] = fill("{ $, $ }", x * sx * math.cos(turn), y * sy * math.sin(turn))
    smallest = math.min(smallest, x)
  end
  return table_of("polygon", points), 0, 0.1 * smallest * math.min(sx, sy)
end

function shapes.line(sx, sy)
  local half = lin(0.1, 0.45) * math.min(sx, sy)
  return fill("line { length = $, angle = $$$ }", 2 * half, lin(-3, 3), place(sx, sy, half, half, 0), profile()), 0
end

function shapes.gradient_line(sx, sy)
  local half = lin(0.1, 0.45) * math.min(sx, sy)
  return fill("gradient_line { length = $, angle = $$, low = $, high = $ }", 2 * half, lin(-3, 3),
    place(sx, sy, half, half, 0), lin(0, 1), lin(0.1, 3)), 0
end

function shapes.written(sx, sy)
  return fill("function(x, y) return math.exp(-(x/$)^2 - (y/$)^2)*(1 + $*x/$) end", lin(0.1, 0.6) * sx,
    lin(0.1, 0.6) * sy, lin(0, 0.5), sx), sx * sy, math.min(sx, sy) / 2
end

local with_area = { "disc", "annulus", "rectangle", "polygon" }
local closed = { "disc", "annulus", "rectangle", "polygon", "line", "gradient_line" }
local all = { "disc", "annulus", "rectangle", "polygon", "line", "gradient_line", "written" }
local summed = { "disc", "annulus", "rectangle", "line", "gradient_line" }

-- Also returns the number of cells that carry force.
local function map(nx, ny)
  local holes = coin(0.4) and 0 or lin(0.1, 0.85)
  local low, rows, cells = extreme and coin(0.3) and 1e-8 or 0.01, {}, 0
  for j = 1, ny do
    local row = {}
    for i = 1, nx do
      row[i] = i + j > 2 and coin(holes) and "0" or fill("$", log(low, 1))
      cells = cells + (row[i] == "0" and 0 or 1)
    end
    rows[j] = table_of("", row)
  end
  return table_of("map", rows), cells
end

-- Also returns a number of cells that carry force at least.
local function pressure(nx, ny, sx, sy)
  if coin(0.55) then return map(nx, ny) end
  local text, area
  if coin(0.75) then
    text, area = shapes[pick(extreme and closed or all)](sx, sy)
  else
    local parts = {}
    area = 0
    for i = 1, 2 do
      local part, own = shapes[pick(summed)](sx, sy)
      parts[i], area = part:gsub(" }$", fill(", share = $ }", lin(0.2, 1))), math.max(area, own)
    end
    text = table.concat(parts, " + ")
  end
  return text, math.max(1, math.floor(area / (sx * sy) * nx * ny))
end

-- ---- laws ---------------------------------------------------------------------

-- Kept to bristles that bend less than the patch is wide: others are refused.
local function stiffness(mu, size)
  local sigma0 = span({ 1e3, 1e8 }, { 1, 1e10 })
  if size and (extreme or mu / sigma0 > 0.2 * size) then
    sigma0 = clamp(mu / (size * span({ 1e-4, 0.05 }, { 1e-8, 0.1 })), 1, 1e10)
  end
  return sigma0
end

local function stribeck(keys, mu)
  if coin(0.15) and mu <= 800 then
    local curve = pick { "1 + 0.2/(1 + (s/$)^2)", "1 + 0.2*math.exp(-s/$)", "1.1 - 0.1*math.tanh(s/$)" }
    keys[#keys + 1] = fill("mu_s = $, stribeck = function(s) return $*($) end", 1.25 * mu, mu,
      fill(curve, span({ 1e-3, 0.1 }, { 1e-5, 1 })))
  elseif coin(0.8) then
    keys[#keys + 1] = fill("mu_s = $", math.min(mu * (extreme and log(1.0001, 4.99) or lin(1.01, 2)), 1e3))
    keys[#keys + 1] = fill("v_s = $", span({ 1e-4, 0.1 }, { 1e-6, 10 }))
    if coin(0.5) then
      keys[#keys + 1] = fill("gamma = $", pick(of_mode({ 1, 2, 1.5 }, { 0.5, 1, 2, 1.7, 3, 0.1, 4 })))
    end
  end
end

local function lugre(size)
  local mu = span({ 0.1, 1.5 }, { 1e-6, 1e3 })
  local sigma0 = stiffness(mu, size)
  local keys = { fill("sigma0 = $", sigma0), fill("mu_c = $", mu) }
  if coin(0.85) then
    keys[#keys + 1] = fill("sigma1 = $", clamp(span({ 1e-4, 1e-2 }, { 1e-7, 10 }) * sigma0, 1e-9, 1e6))
  end
  if coin(0.6) then keys[#keys + 1] = fill("sigma2 = $", span({ 0.01, 5 }, { 1e-9, 1e4 })) end
  stribeck(keys, mu)
  if coin(0.6) then
    keys[#keys + 1] = fill("s_ba = $", extreme and pick { 0.01, 0.5, 0.9, 0.99, 0.999 } or lin(0.5, 0.95))
  end
  if coin(0.35) then keys[#keys + 1] = fill("v_d = $", span({ 1e-3, 1 }, { 1e-6, 1e6 })) end
  return table_of("lugre", keys)
end

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

local function real() return coin(0.45) and 'real = "float"' or 'real = "double"' end

-- ---- contacts -----------------------------------------------------------------

local function body(sx, sy)
  local mass, arm = span({ 1e-3, 1e3 }, { 1e-9, 1e9 }), math.max(sx, sy)
  local inertia = mass * arm * arm * span({ 0.1, 20 }, { 1e-4, 1e4 })
  local keys = { fill("mass = $", mass), fill("inertia = $", clamp(inertia, 1e-15, 1e12)) }
  if coin(0.4) then keys[#keys + 1] = fill("com = { $, $ }", lin(-1, 1) * sx, lin(-1, 1) * sy) end
  if coin(0.4) then keys[#keys + 1] = fill("gravity = { 0, $ }", extreme and -log(1e-3, 1e4) or -9.81) end
  if coin(0.3) then keys[#keys + 1] = "contacts = 2" end
  if coin(0.3) then keys[#keys + 1] = 'frame = "body"' end
  if coin(0.4) then keys[#keys + 1] = fill("tolerance = $", span({ 1e-5, 1e-2 }, { 1e-8, 0.1 })) end
  return "body = " .. table_of("", keys)
end

local function contact(models)
  local most, model = pick { 1, 3, 4, 6, 10, 16 }, pick(models)
  local nx, ny = coin(0.12) and 1 or whole(1, most), coin(0.12) and 1 or whole(1, most)
  local sx = span({ 2e-3, 0.3 }, { 1e-6, 100 })
  local sy = coin(0.5) and sx or sx * log(0.2, 5)
  local load, cells = pressure(nx, ny, sx, sy)
  -- Three bristles or more stand for more cells than these.
  if model == "compressed" and cells <= 3 then model = "distributed" end
  local keys = {
    'name = "m"', fill('model = "$"', model), fill("grid = { $, $ }", nx, ny), fill("size = { $, $ }", sx, sy),
    "pressure = " .. load, "friction = " .. lugre(math.min(sx, sy)), real(),
    fill('step = "$"', pick { "euler", "exponential", "exponential", "implicit" }),
  }
  if coin(0.3) then keys[#keys + 1] = fill('unroll = "$"', pick { "full", "loop" }) end
  if model == "compressed" then
    keys[#keys + 1] = fill("bristles = { count = $ }", whole(3, clamp(cells // 2, 3, 24)))
  elseif model ~= "distributed" then
    if coin(0.3) then keys[#keys + 1] = fill('torsion = "$"', pick { "paper", "matched" }) end
    -- The paper's own sums over points err without bound where the centre of
    -- rotation is at a point: no tolerance holds for them, and points on a line
    -- have no limit surface of use.
    local is_paper = cells > 4 and nx > 2 and ny > 2 and coin(0.15)
    if is_paper then keys[#keys + 1] = 'quadrature = "paper"' end
    if model == "reduced" and (is_paper or coin(0.5)) then
      local how = is_paper and "resolution = 20" or pick { "tolerance = 1e-2", "tolerance = 5e-2", "resolution = 20" }
      keys[#keys + 1] = "limit_surface = { " .. how .. " }"
    end
  end
  if coin(0.6) then keys[#keys + 1] = body(sx, sy) end
  return spec_of("contact", keys)
end

-- Adds keys that go with most contacts: a range of one number, coupling, the same bits everywhere.
local function also(text)
  local function add(key) text = text:gsub("\n}\n$", "\n  " .. key .. ",\n}\n") end
  local name = pick { "mu_c", "sigma2", "kappa" }
  local value = tonumber(text:match("[{ ,]" .. name .. " = (%d[%d.e+-]*)") or "")
  if coin(0.25) and value and not text:find("passive", 1, true) then
    local least = name == "mu_c" and value * lin(0.8, 1) or value * lin(0.5, 1)
    add(fill("tune = { " .. name .. " = { $, $ } }", least, value))
  end
  if coin(0.2) and not text:find("couple", 1, true) then add(fill("couple = $", whole(1, 3))) end
  if coin(0.2) and not text:find("body = ", 1, true) and not text:find('"full"', 1, true) then add "reproducible = true" end
  return text
end

-- ---- contacts from what is measured ----------------------------------------------

-- Replaces sigma0 by the keys that give it, and sigma1 by a damping ratio.
local function measured()
  local side, load = span({ 2e-3, 0.1 }, { 1e-5, 10 }), span({ 0.1, 100 }, { 1e-6, 1e6 })
  local n, mu, is_round = whole(4, 12), span({ 0.1, 1.5 }, { 1e-4, 1e2 }), coin(0.5)
  local sigma0 = stiffness(mu, side)
  local surface, given = "rectangle {}", pick { fill("breakaway = $", mu / sigma0),
    fill("stiffness = $", sigma0 * load) }
  if is_round then
    -- The radius of the ball that makes a patch of a third of the side.
    local modulus, poisson, a = span({ 1e5, 2e11 }, { 1e3, 1e13 }), lin(0, 0.5), side / 3
    local radius = clamp(4 * modulus / (1 - poisson ^ 2) * a ^ 3 / (3 * load), 1e-6, 1e3)
    if coin(0.5) then
      surface = fill("hertz { radius = $, modulus = $, poisson = $$ }", radius, modulus, poisson,
        coin(0.5) and fill(", other = { modulus = $, poisson = $ }", 3 * modulus, lin(0, 0.5)) or "")
    else
      local power = lin(0, 0.5)
      surface = fill("soft_finger { c = $, exponent = $, k = $, modulus = $ }", a / load ^ power, power, lin(1.5, 4),
        modulus)
    end
    if coin(0.6) then given = nil end
  end
  local by_area = coin(0.4)
  local law = { fill("mu_c = $", mu), fill("s_ba = $", lin(0.3, 0.95)) }
  if by_area then
    given = fill('stiffness = "area", kappa = $, eta = $', sigma0 * load / side ^ 2, sigma0 * load / side ^ 2 *
      span({ 1e-4, 1e-2 }, { 1e-7, 1e-1 }))
    if coin(0.3) then surface = "disc { radius = " .. fill("$", 0.45 * side) .. ", profile = hertz }" end
    law[1] = fill("mu_c = $, sigma2 = $", mu, span({ 0.01, 5 }, { 1e-6, 1e2 }))
    if coin(0.2) then law[2] = nil end
  end
  law[#law + 1] = given
  if coin(0.5) then law[#law + 1] = fill("mu_s = $, v_s = $", mu * lin(1.01, 2), span({ 1e-4, 0.1 }, { 1e-6, 10 })) end
  if coin(0.5) then law[#law + 1] = "passive = true" end
  local keys = { 'name = "m"', fill("grid = { $, $ }", n, n), fill("size = { $, $ }", side, side),
    "pressure = " .. surface, fill("fn_nominal = $", load), real() }
  if by_area then
    keys[#keys + 1] = fill('step = "$"', pick { "euler", "exponential", "implicit" })
    if coin(0.3) then keys[#keys + 1] = fill('unroll = "$"', pick { "full", "loop" }) end
    keys[#keys + 1] = "friction = " .. table_of("lugre", law)
    if coin(0.5) then keys[#keys + 1] = body(side, side) end
    if coin(0.2) then keys[#keys + 1] = "couple = 2" end
    return also(spec_of("contact", keys))
  end
  if is_round and coin(0.4) then
    keys[#keys + 1] = fill("fn_range = { $, $, levels = 3 }", load / 2, 1.5 * load)
  elseif coin(0.3) then
    keys[#keys + 1] = 'model = "compressed", bristles = 8'
  end
  if coin(0.6) then
    keys[#keys + 1] = fill("body = { mass = $, inertia = $ }", span({ 1e-2, 10 }, { 1e-6, 1e6 }),
      span({ 0.1, 20 }, { 1e-3, 1e3 }) * side * side)
    law[#law + 1] = fill("damping_ratio = $", span({ 0.01, 1 }, { 1e-4, 10 }))
  end
  keys[#keys + 1] = "friction = " .. table_of("lugre", law)
  return spec_of("contact", keys)
end

-- ---- contacts whose friction differs by region -----------------------------------

-- Lets the forces range where the pressure is written for one; the patch shrinks by up to half.
local function over_forces(text)
  local least = span({ 0.1, 5 }, { 1e-4, 1e3 })
  local grown = text:gsub("%f[%w_]disc { radius = (" .. "[%d.e+-]+)", function(radius)
    return fill("disc { radius = function(fn) return $*(fn/$)^$ end", tonumber(radius), 4 * least, lin(0.1, 0.5))
  end)
  if grown == text then return text end
  return (grown:gsub("\n}\n$", fill("\n  fn_range = { $, $, levels = $ },\n}\n", least, 4 * least, whole(2, 5))))
end

local function regional()
  local text = contact { "distributed", "distributed", "compressed", "reduced", "ellipsoid" }
  local factor = function() return fill("$", span({ 0.5, 2 }, { 0.02, 50 })) end
  for _, shape in ipairs { "disc", "annulus", "rectangle", "line", "gradient_line", "map" } do
    text = text:gsub("%f[%w_]" .. shape .. " { ", function(head)
      return coin(0.6) and head .. "mu = " .. factor() .. ", " or nil
    end)
  end
  local sx = tonumber(text:match("size = { ([^,]+),"))
  local few = not text:find('model = "distributed"', 1, true)
  if coin(0.5) and not text:find('quadrature = "paper"', 1, true) then
    text = text:gsub("\n}\n$", fill("\n  anisotropy = { ratio = $, angle = $ },\n}\n", span({ 0.4, 2 }, { 0.1, 10 }),
      (few or coin(0.3)) and pick { "0", "math.pi/2", "-math.pi" } or lin(-4, 4)))
  end
  if coin(0.6) or not text:find("{ mu = ", 1, true) then
    local map = pick { "function(x, y) return " .. factor() .. "*math.exp(" .. fill("$*x/$", lin(-1, 1), sx) .. ") end",
      "function(x, y) return " .. factor() .. " end" }
    text = text:gsub("\n}\n$", "\n  friction_map = " .. map .. ",\n}\n")
  end
  if coin(0.2) and not few then text = over_forces(text) end
  return also(text)
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

local function slider()
  local mass, side = span({ 1e-3, 1e3 }, { 1e-9, 1e9 }), span({ 0.01, 1 }, { 1e-6, 100 })
  local sx, sy = side, side * log(0.2, 5)
  local inertia, mu = mass * side * side * span({ 0.05, 2 }, { 1e-4, 1e4 }), span({ 0.05, 1.5 }, { 1e-6, 1e3 })
  local shape = pick(extreme and with_area or { "disc", "annulus", "rectangle", "polygon", "written" })
  stands = true
  local patch, _, inner = shapes[shape](sx, sy)
  stands = false
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
  local weight, name = m * (extreme and log(1e-2, 1e4) or 9.81), pick(form_names)
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
    if coin(0.6) then keys[#keys + 1] = fill("faces = $", pick { 8, 16, 32, 64, 12, extreme and 512 or 24 }) end
  else
    keys[#keys + 1] = "patch = " .. shapes[pick { "rectangle", "polygon" }](sx, sy):gsub(", profile = .*", " }")
    if coin(0.5) then keys[#keys + 1] = fill("faces = $", pick { 3, 4, 8 }) end
  end
end

local function normal()
  if coin(0.4) then return 'normal = "runtime"' end
  local scale = extreme and coin(0.4) and log(1e-6, 1e6) or 1
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
      keys[#keys + 1] = fill("faces = $", extreme and pick { 3, 4, 5, 64, 511, 512 } or whole(3, 32))
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

local number = "%-?%d+%.?%d*e?[%-+]?%d*"

local function range(value, wide)
  local a, b = value * lin(1 - wide, 0.999), value * lin(1.001, 1 + wide)
  return ("{ %.9g, %.9g }"):format(math.min(a, b), math.max(a, b))
end

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

-- Adds ranges around numbers of the law and of the body. mu_s and v_s are tuned where the law
-- falls with speed.
local function tune_contact(text)
  local falls = text:find(" mu_s = ", 1, true)
  local most = { s_ba = 0.999, v_s = 10, sigma1 = 1e6, sigma2 = 1e4, sigma0 = 1e10, mu_c = 1e3, mu_s = 1e3 }
  local least = { s_ba = 0.01, v_s = 1e-6, v_d = 1e-6, sigma0 = 1 }
  local ranges = {}
  for _, chance in ipairs { 0.4, 1 } do
    for _, key in ipairs { "sigma0", "sigma1", "sigma2", "mu_c", "mu_s", "v_s", "s_ba", "v_d", "mass", "inertia" } do
      local value = tonumber(text:match("[{ ,]" .. key .. " = (" .. number .. ")") or "")
      if value and value > 0 and (falls or key ~= "v_s") and coin(chance) then
        local low, high = range(value, key == "s_ba" and 0.2 or 0.5):match("{ (%S+), (%S+) }")
        low, high = math.max(tonumber(low), least[key] or 0), math.min(tonumber(high), most[key] or 1e12)
        local name = (key == "mass" or key == "inertia") and ('["body.%s"]'):format(key) or key
        if low < high then ranges[#ranges + 1] = ("%s = { %.9g, %.9g }"):format(name, low, high) end
      end
    end
    if #ranges > 0 then break end
  end
  return (text:gsub("\n}\n$", "\n  tune = { " .. table.concat(ranges, ", ") .. " },\n}\n"))
end

local tuners = {
  contact = tune_contact, reduced = tune_contact,
  slider = function(text) return tune_keys(text, { "mass", "inertia", "height", "mu", "et", "eo", "er" }, 0.5) end,
  cone = function(text) return tune_keys(text, { "mu", "f_max" }, 0.5) end,
  mechanism = function(text) return tune_functions(text, 0.1) end,
}

-- ---- what callers see -----------------------------------------------------------

local makers = {
  contact = function() return contact { "distributed", "distributed", "compressed" } end,
  reduced = function() return contact { "reduced", "reduced", "ellipsoid" } end,
  slider = slider, mechanism = mechanism, cone = cone, joint = joint, measured = measured,
  regional = regional,
}
local order = { "contact", "reduced", "slider", "mechanism", "cone", "joint", "measured", "regional" }

local function make(kind, mode, seed, is_tuned)
  extreme = mode == "extreme"
  local number = 0
  for i, name in ipairs(order) do number = name == kind and i or number end
  math.randomseed(seed, 2 * number + (extreme and 1 or 0))
  local text = makers[kind]()
  return is_tuned and tuners[kind] and tuners[kind](text) or text
end

if arg and arg[0] and arg[0]:find("random_spec.lua", 1, true) then
  io.write(make(arg[1], arg[2], assert(math.tointeger(tonumber(arg[3])), "SEED must be a whole number"), arg[4] == "tune"))
end

return { make = make, kinds = order, modes = { "moderate", "extreme" } }
