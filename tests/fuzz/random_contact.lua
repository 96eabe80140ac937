-- random_contact.lua: random contacts: of every model, of measured numbers, and with
-- friction that differs by region or direction.
local draw = require "draw"
local lin, log, coin, whole, pick, clamp = draw.lin, draw.log, draw.coin, draw.whole, draw.pick, draw.clamp
local span, of_mode, fill, table_of, spec_of = draw.span, draw.of_mode, draw.fill, draw.table_of, draw.spec_of
local patch = require "random_patch"
local pressure, stiffness, lugre, real, body = patch.pressure, patch.stiffness, patch.lugre, patch.real, patch.body

-- Options: `mu` and `few_have_no_curve` as those of lugre; `loaded` makes the pressure of
-- a grid; `by_area`, the chance of stiffness by area where cells are kept.
local function contact(models, options)
  options = options or {}
  local most, model = pick { 1, 3, 4, 6, 10, 16 }, pick(models)
  local nx, ny = coin(0.12) and 1 or whole(1, most), coin(0.12) and 1 or whole(1, most)
  local sx = span({ 2e-3, 0.3 }, { 1e-6, 100 })
  local sy = coin(0.5) and sx or sx * log(0.2, 5)
  local load, cells = (options.pressure or pressure)(nx, ny, sx, sy)
  -- Three bristles or more stand for more cells than these.
  if model == "compressed" and cells <= 3 then model = "distributed" end
  local few, is_kept = model ~= "distributed", model == "distributed" or model == "compressed"
  local law = { mu = options.mu, has_no_curve = few and options.few_have_no_curve }
  if is_kept and options.by_area and not load:find("line {", 1, true) and (not few or cells >= 14) and
    coin(options.by_area) then
    law.per_area = 1.5 * nx * ny / (sx * sy * cells)
  end
  local keys = {
    'name = "m"', fill('model = "$"', model), fill("grid = { $, $ }", nx, ny), fill("size = { $, $ }", sx, sy),
    "pressure = " .. load, "friction = " .. lugre(math.min(sx, sy) * (options.room or 1), law), real(),
    fill('step = "$"', pick { "euler", "exponential", "exponential", "implicit" }),
  }
  if coin(0.3) then keys[#keys + 1] = fill('unroll = "$"', pick { "full", "loop" }) end
  if model == "compressed" then
    keys[#keys + 1] = fill("bristles = { count = $ }", whole(law.per_area and 6 or 3, clamp(cells // 2, 3, 24)))
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

-- ---- ranges ---------------------------------------------------------------------

local number = "%-?%d+%.?%d*e?[%-+]?%d*"

local function range(value, wide)
  local a, b = value * lin(1 - wide, 0.999), value * lin(1.001, 1 + wide)
  return ("{ %.9g, %.9g }"):format(math.min(a, b), math.max(a, b))
end

-- Adds ranges around numbers of the law and of the body. mu_s and v_s are tuned where the law
-- falls with speed.
local function tune_contact(text)
  local falls, curves = text:find(" mu_s = ", 1, true), text:find("stribeck = ", 1, true)
  local fades = text:find(" sigma1 = ") or text:find(" eta = ") or
    text:find(" damping_ratio = ")
  local most = { s_ba = 0.999, v_s = 10, sigma1 = 1e6, sigma2 = 1e4, sigma0 = 1e10, mu_c = 1e3, mu_s = 1e3,
    kappa = 1e18, eta = 1e18 }
  local least = { s_ba = 0.01, v_s = 1e-6, v_d = 1e-6, sigma0 = 1, mass = 1e-9, inertia = 1e-15 }
  local ranges = {}
  for _, chance in ipairs { 0.4, 1 } do
    for _, key in ipairs { "sigma0", "sigma1", "sigma2", "mu_c", "mu_s", "v_s", "s_ba", "v_d", "mass", "inertia", "kappa",
      "eta" } do
      local value = tonumber(text:match("[{ ,]" .. key .. " = (" .. number .. ")") or "")
      if value and value > 0 and (falls or key ~= "v_s") and not (curves and key == "mu_s") and (fades or key ~= "v_d") and coin(chance) then
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


-- ---- what goes with most contacts -------------------------------------------------

local function with(text, key, ...) return (text:gsub("\n}\n$", "\n  " .. fill(key, ...):gsub("%%", "%%%%") .. ",\n}\n")) end
local function has(text, key) return text:find(key, 1, true) ~= nil end

-- The functions of a contact that a spec may choose from.
local function some_functions(text)
  local names = { "step", "rate", "steady", "limit", "step_jac", "rate_jac" }
  if has(text, "body = ") then names[#names + 1] = "body_step" end
  if has(text, "couple = ") then names[#names + 1] = "couple" end
  if has(text, "stick = ") then names[#names + 1] = "stick" end
  local taken = {}
  for _, name in ipairs(names) do
    if coin(0.4) then taken[#taken + 1] = ('"%s"'):format(name) end
  end
  return #taken > 0 and with(text, "functions = { $ }", table.concat(taken, ", ")) or text
end

-- Adds keys: coupling, sticking parts, the same bits everywhere, ranges, chosen functions.
local function also(text)
  local is_kept = has(text, '"distributed"') or has(text, '"compressed"')
  if coin(0.25) then text = with(text, "couple = $", whole(1, 3)) end
  if is_kept and coin(0.25) then text = with(text, "stick = true") end
  if coin(0.4) and not has(text, "body = ") and not has(text, '"full"') and not has(text, "stribeck = ") then
    text = with(text, "reproducible = true")
  end
  if coin(0.3) and not has(text, "passive") then text = tune_contact(text) end
  return coin(0.15) and some_functions(text) or text
end

-- ---- friction by region and by direction --------------------------------------------

-- The factors of a contact: those of its regions lie between `low` and `high`, for surfaces
-- and for the map each, and across an axis friction is `ratio` times that along it.
local function factors()
  local it = { low = span({ 0.5, 1 }, { 0.15, 1 }), high = span({ 1, 2 }, { 1, 7 }), ratio = 1 }
  local what = math.random()
  it.regions, it.directions = what < 0.75, what > 0.4
  if it.directions then it.ratio = span({ 0.4, 2 }, { 0.1, 10 }) end
  local least, most = it.regions and it.low ^ 2 * 0.6 or 1, it.regions and it.high ^ 2 * 1.65 or 1
  it.most = most
  -- Ranges and static friction leave this interval of mu_c.
  it.mu = { 2e-6 / (least * math.min(1, it.ratio)), 100 / (most * math.max(1, it.ratio)) }
  return it
end

local function with_regions(text, it)
  local factor = function() return fill("$", log(it.low, it.high)) end
  for _, shape in ipairs { "disc", "annulus", "rectangle", "line", "gradient_line", "map" } do
    text = text:gsub("%f[%w_]" .. shape .. " { ", function(head)
      return coin(0.6) and head .. "mu = " .. factor() .. ", " or nil
    end)
  end
  if coin(0.5) or not has(text, "{ mu = ") then
    local sx, sy = text:match("size = { ([^,]+), ([^ ]+) }")
    local map = pick {
      "function(x, y) return " .. factor() .. "*math.exp(" .. fill("$*x/$", lin(-1, 1), tonumber(sx)) .. ") end",
      "function(x, y) return x > y and " .. factor() .. " or " .. factor() .. " end",
      fill("function(x, y) return $ + $*math.cos(5*y/$) end", (it.high + it.low) / 2, (it.high - it.low) / 2,
        tonumber(sy)),
      "map { { " .. factor() .. ", " .. factor() .. " }, { " .. factor() .. ", " .. factor() .. " } }",
    }
    -- A map has a number for each cell.
    local nx, ny = text:match("grid = { (%d+), (%d+) }")
    if has(map, "map {") then
      local rows = {}
      for j = 1, tonumber(ny) do
        local row = {}
        for i = 1, tonumber(nx) do row[i] = factor() end
        rows[j] = table_of("", row)
      end
      map = table_of("map", rows)
    end
    text = with(text, "friction_map = $", map)
  end
  return text
end

local function with_directions(text, it)
  local nx, ny = text:match("grid = { (%d+), (%d+) }")
  local sx, sy = text:match("size = { ([^,]+), ([^ ]+) }")
  local hx, hy, e = tonumber(sx) / tonumber(nx), tonumber(sy) / tonumber(ny), it.ratio
  local slender = math.max(hx / hy, hy / hx) * math.max(e, 1 / e)
  local is_skewed = not (has(text, '"reduced"') and has(text, "fn_range")) and slender < 39 and coin(0.7)
  return with(text, "anisotropy = { ratio = $, angle = $ }", e,
    is_skewed and lin(-4, 4) or pick { "0", "math.pi/2", "-math.pi" })
end

-- A disc that grows with the load, and the forces.
local function growing_disc(side)
  local least = span({ 0.1, 5 }, { 1e-4, 1e3 })
  return fill("disc { radius = function(fn) return $*(fn/$)^$ end$ }", lin(0.2, 0.49) * side, 4 * least, lin(0.1, 0.5),
    pick { "", ", profile = hertz" }), fill("fn_range = { $, $, $ }", least, 4 * least,
    pick { fill("levels = $", whole(2, 5)), "tolerance = 5e-2" })
end

local function regional()
  local it, forces = factors(), nil
  local options = { mu = it.mu, few_have_no_curve = it.regions, by_area = 0.25, room = 0.2 / it.most }
  local models = { "distributed", "distributed", "compressed", "reduced", "ellipsoid" }
  if coin(0.15) then
    if it.regions then models = { "distributed" } end
    options.by_area = nil -- with a range of forces: those of `measured`
    options.pressure = function(nx, ny, sx, sy)
      local text
      text, forces = growing_disc(math.min(sx, sy))
      return text, math.max(1, nx * ny // 30)
    end
  end
  local text = contact(models, options)
  if forces and not has(text, '"paper"') then text = with(text, forces)
  elseif forces then return regional() end
  if it.regions then text = with_regions(text, it) end
  if it.directions and not has(text, 'quadrature = "paper"') then text = with_directions(text, it) end
  return also(text)
end

-- ---- contacts from what is measured ----------------------------------------------

-- A round patch of the radius a at this load, whose material has the stiffness sigma0 by
-- Mindlin: 8 G* a = sigma0*load, and 1/G* is `shear`, 1/E* is `normal` over the modulus.
local function material(a, sigma0, load)
  local poisson, other = lin(0, 0.5), coin(0.5) and lin(0, 0.5)
  local shear = 2 * (1 + poisson) * (2 - poisson) + (other and 2 * (1 + other) * (2 - other) / 3 or 0)
  local normal = 1 - poisson ^ 2 + (other and (1 - other ^ 2) / 3 or 0)
  local modulus = clamp(shear * sigma0 * load / (8 * a), 1, 3e13)
  local solid = fill("modulus = $, poisson = $$", modulus, poisson,
    other and fill(", other = { modulus = $, poisson = $ }", 3 * modulus, other) or "")
  if coin(0.5) then
    return fill("hertz { radius = $, $ }", clamp(4 * modulus * a ^ 3 / (3 * load * normal), 1e-6, 1e3), solid)
  end
  local power = lin(0, 0.5)
  if a / load ^ power > 10 or a / load ^ power < 1e-9 then power = 0 end
  return fill("soft_finger { c = $, exponent = $, k = $, $ }", a / load ^ power, power, lin(1.5, 4), solid)
end

-- Stiffness from a material, a displacement, a force or an area; damping from a ratio; v_d
-- from passivity.
local function measured()
  local it = factors()
  it.regions, it.directions = it.regions and coin(0.4), it.directions and coin(0.5)
  local by_area, side, n = coin(0.45), span({ 2e-3, 0.1 }, { 1e-5, 10 }), whole(4, 12)
  local model = pick(by_area and { "distributed", "distributed", "compressed" } or
    { "distributed", "distributed", "compressed", "reduced", "ellipsoid" })
  local few, a = model ~= "distributed", lin(0.2, 0.38) * side
  local mu = span({ 0.1, 1.5 }, { math.max(1e-4, it.mu[1]), math.min(1e2, it.mu[2]) })
  local static, is_round = mu * lin(1.01, 2), coin(0.6)
  local sigma0 = math.min(stiffness(static * it.most, 0.2 * a), 4e9)
  if is_round then -- the ball's radius is in its range
    sigma0 = clamp(sigma0, math.max(1.2, 2e-5 / a ^ 2), 100 / a ^ 2)
    if static * it.most > 0.2 * a * sigma0 then return measured() end
  end
  local load = span({ 0.1, 100 }, { 1e-6, 1e6 })
  if is_round then load = clamp(load, 3 * a / sigma0, 1e12 * a / sigma0) end
  load = clamp(load, 1e-8, by_area and math.min(1e8, 1e16 * a ^ 2 / sigma0) or 1e8)
  local surface = is_round and material(a, sigma0, load) or coin(0.4) and
    fill("disc { radius = $, profile = hertz }", a) or coin(0.5) and (pressure(n, n, side, side)) or "rectangle {}"
  if by_area and has(surface, "line {") then surface = "rectangle {}" end
  local law, per_area = { fill("mu_c = $", mu) }, load / (by_area and is_round and math.pi * a ^ 2 or side ^ 2)
  local has_ratio, sigma1 = coin(0.4), clamp(span({ 1e-4, 1e-2 }, { 1e-7, 10 }) * sigma0, 1e-8, 1e5)
  local sigma2 = coin(0.5) and span({ 0.01, 5 }, { 1e-6, 1e2 }) or 0
  if sigma2 > 0 then law[#law + 1] = fill("sigma2 = $", sigma2) end
  if by_area then
    law[#law + 1] = 'stiffness = "area"'
    if not is_round or coin(0.4) then law[#law + 1] = fill("kappa = $", sigma0 * per_area) end
    if not has_ratio and coin(0.8) then law[#law + 1] = fill("eta = $", math.max(sigma1 * per_area, 1e-9)) end
  else
    if not is_round or coin(0.3) then
      law[#law + 1] = pick { fill("breakaway = $", mu / sigma0), fill("stiffness = $", sigma0 * load) }
    end
    if not has_ratio and coin(0.5) then law[#law + 1] = fill("sigma1 = $", sigma1) end
  end
  if coin(0.85) then law[#law + 1] = fill("s_ba = $", lin(0.3, 0.95)) end
  local falls = math.random()
  if falls < 0.15 and not (few and it.regions) then
    law[#law + 1] = fill("stribeck = function(s) return $ + $*math.exp(-s/$) end", mu, static - mu,
      span({ 1e-3, 0.1 }, { 1e-5, 1 }))
  elseif falls < 0.6 then
    law[#law + 1] = fill("mu_s = $, v_s = $, gamma = $", static, span({ 1e-4, 0.1 }, { 1e-5, 10 }),
      pick(of_mode({ 1, 2, 1.5 }, { 0.5, 1, 2, 1.7, 3 })))
  end
  if coin(0.4) then law[#law + 1] = "passive = true"
  elseif coin(0.4) then law[#law + 1] = fill("v_d = $", span({ 1e-3, 1 }, { 1e-6, 1e6 })) end
  local keys = { 'name = "m"', fill('model = "$"', model), fill("grid = { $, $ }", n, n), fill("size = { $, $ }", side, side),
    "pressure = " .. surface, fill("fn_nominal = $", load), real(),
    fill('step = "$"', pick { "euler", "exponential", "implicit" }) }
  if coin(0.3) then keys[#keys + 1] = fill('unroll = "$"', pick { "full", "loop" }) end
  if model == "compressed" then keys[#keys + 1] = fill("bristles = { count = $ }", by_area and whole(6, 8) or whole(4, 8)) end
  if model == "reduced" and coin(0.6) then keys[#keys + 1] = "limit_surface = { tolerance = 2e-2 }" end
  -- By area, cells that come and go with the load refuse a body, few bristles and Euler's step.
  local has_range = is_round and not (few and it.regions) and coin(0.4) and
    not (by_area and (few or has_ratio or has(keys[8], "euler")))
  if has_range then
    keys[#keys + 1] = fill("fn_range = { $, $, $ }", load / 2, 1.5 * load, pick { "levels = 3", "tolerance = 5e-2" })
  end
  if has_ratio then
    local ratio = span({ 0.01, 1 }, { 1e-4, 10 })
    local mass = clamp(((sigma1 + sigma2) / (2 * ratio)) ^ 2 * load / sigma0, 2e-9, 5e8)
    -- The material has the stiffness to a factor of about two.
    ratio = clamp(2 * (sigma1 + sigma2) / (2 * math.sqrt(sigma0 * mass / load)), 1e-6, 100)
    law[#law + 1] = fill("damping_ratio = $", ratio)
    keys[#keys + 1] = (body(side, side, mass):gsub("contacts = 2, ", ""):gsub(", contacts = 2", ""))
  elseif coin(0.4) and not (by_area and has_range) then
    keys[#keys + 1] = body(side, side)
  end
  keys[#keys + 1] = "friction = " .. table_of("lugre", law)
  local text = spec_of("contact", keys)
  if it.regions then text = with_regions(text, it) end
  if it.directions then text = with_directions(text, it) end
  return also(text)
end

return { contact = contact, measured = measured, regional = regional, tune = tune_contact, number = number,
  range = range }
