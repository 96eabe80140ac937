-- random_patch.lua: random pressures, laws of LuGre and bodies of contacts.
local draw = require "draw"
local lin, log, coin, whole, pick, clamp = draw.lin, draw.log, draw.coin, draw.whole, draw.pick, draw.clamp
local span, of_mode, fill, table_of = draw.span, draw.of_mode, draw.fill, draw.table_of
local patch = { shapes = {}, stands = false }

-- ---- pressure -----------------------------------------------------------------

local function profile()
  return pick { "", "", ", profile = uniform", ", profile = hertz",
    fill(", profile = soft { k = $ }", span({ 1.2, 4 }, { 0.3, 30 })) }
end

-- patch.stands is true while shapes are made that an object stands on: they lie around (0, 0).

-- A shape's middle: the box about its outline, with half the sides `wide` and
-- `high`, stays on the grid. `inner` is the radius of a circle in the outline.
local function place(sx, sy, wide, high, inner)
  if not coin(0.4) then return "" end
  local x = lin(-1, 1) * clamp(0.499 * sx - wide, 0, 0.2 * sx)
  local y = lin(-1, 1) * clamp(0.499 * sy - high, 0, 0.2 * sy)
  if patch.stands then x, y = clamp(x, -0.6 * inner, 0.6 * inner), clamp(y, -0.6 * inner, 0.6 * inner) end
  return fill(", at = { $, $ }", x, y)
end

-- Each gets the sides of the grid and returns the shape, its area, and the
-- radius of a circle that fits into its outline.
local shapes = patch.shapes

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
    local turn = 2 * math.pi * (i + (patch.stands and lin(0.3, 0.7) or lin(0.1, 0.9))) / n
    local x = lin(0.15, 0.5)
    local y = patch.stands and x or lin(0.15, 0.5)
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

local closed = { "disc", "annulus", "rectangle", "polygon", "line", "gradient_line" }
local all = { "disc", "annulus", "rectangle", "polygon", "line", "gradient_line", "written" }
local summed = { "disc", "annulus", "rectangle", "line", "gradient_line" }

-- Also returns the number of cells that carry force.
local function map(nx, ny)
  local holes = coin(0.4) and 0 or lin(0.1, 0.85)
  local low, rows, cells = draw.extreme and coin(0.3) and 1e-8 or 0.01, {}, 0
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
    text, area = shapes[pick(draw.extreme and closed or all)](sx, sy)
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
  if size and (draw.extreme or mu / sigma0 > 0.2 * size) then
    sigma0 = clamp(mu / (size * span({ 1e-4, 0.05 }, { 1e-8, 0.1 })), 1, 1e10)
  end
  return sigma0
end

local function stribeck(keys, mu, has_no_curve)
  if coin(0.15) and mu <= 800 and not has_no_curve then
    local curve = pick { "1 + 0.2/(1 + (s/$)^2)", "1 + 0.2*math.exp(-s/$)", "1.1 - 0.1*math.tanh(s/$)" }
    keys[#keys + 1] = fill("mu_s = $, stribeck = function(s) return $*($) end", 1.25 * mu, mu,
      fill(curve, span({ 1e-3, 0.1 }, { 1e-5, 1 })))
  elseif coin(0.8) then
    keys[#keys + 1] = fill("mu_s = $", math.min(mu * (draw.extreme and log(1.0001, 4.99) or lin(1.01, 2)), 1e3))
    keys[#keys + 1] = fill("v_s = $", span({ 1e-4, 0.1 }, { 1e-6, 10 }))
    if coin(0.5) then
      keys[#keys + 1] = fill("gamma = $", pick(of_mode({ 1, 2, 1.5 }, { 0.5, 1, 2, 1.7, 3, 0.1, 4 })))
    end
  end
end

-- Options: `mu`, the range of mu_c in extremes; `has_no_curve`: without a stribeck
-- function; `per_area`, the load on a square metre: stiffness by area.
local function lugre(size, options)
  options = options or {}
  local mu, per_area = span({ 0.1, 1.5 }, options.mu or { 1e-6, 1e3 }), options.per_area
  local sigma0 = math.min(stiffness(mu, size), per_area and 2e9 or 1e10)
  local keys = { fill("sigma0 = $", sigma0), fill("mu_c = $", mu) }
  if per_area then keys[1] = fill('stiffness = "area", kappa = $', clamp(sigma0 * per_area, 1e-6, 1e18)) end
  if coin(0.85) then
    local sigma1 = clamp(span({ 1e-4, 1e-2 }, { 1e-7, 10 }) * sigma0, 1e-9, per_area and 1e5 or 1e6)
    keys[#keys + 1] = per_area and fill("eta = $", clamp(sigma1 * per_area, 1e-9, 1e18)) or fill("sigma1 = $", sigma1)
  end
  if coin(0.6) then keys[#keys + 1] = fill("sigma2 = $", span({ 0.01, 5 }, { 1e-9, 1e4 })) end
  stribeck(keys, mu, options.has_no_curve)
  if coin(0.6) then
    keys[#keys + 1] = fill("s_ba = $", draw.extreme and pick { 0.01, 0.5, 0.9, 0.99, 0.999 } or lin(0.5, 0.95))
  end
  if coin(0.35) then keys[#keys + 1] = fill("v_d = $", span({ 1e-3, 1 }, { 1e-6, 1e6 })) end
  return table_of("lugre", keys)
end

local function real() return coin(0.45) and 'real = "float"' or 'real = "double"' end

-- ---- contacts -----------------------------------------------------------------

-- A body of this mass, or of any.
local function body(sx, sy, given)
  local mass, arm = given or span({ 1e-3, 1e3 }, { 1e-9, 1e9 }), math.max(sx, sy)
  local inertia = mass * arm * arm * span({ 0.1, 20 }, { 1e-4, 1e4 })
  local keys = { fill("mass = $", mass), fill("inertia = $", clamp(inertia, 1e-15, 1e12)) }
  if coin(0.4) then keys[#keys + 1] = fill("com = { $, $ }", lin(-1, 1) * sx, lin(-1, 1) * sy) end
  if coin(0.4) then keys[#keys + 1] = fill("gravity = { 0, $ }", draw.extreme and -log(1e-3, 1e4) or -9.81) end
  if coin(0.3) then keys[#keys + 1] = "contacts = 2" end
  if coin(0.3) then keys[#keys + 1] = 'frame = "body"' end
  if coin(0.4) then keys[#keys + 1] = fill("tolerance = $", span({ 1e-5, 1e-2 }, { 1e-8, 0.1 })) end
  return "body = " .. table_of("", keys)
end

patch.map, patch.pressure, patch.lugre, patch.real, patch.body = map, pressure, lugre, real, body
patch.stiffness, patch.stribeck = stiffness, stribeck
return patch
