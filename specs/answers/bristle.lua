-- bristle.lua: bristle's numbers for the cases of answers.csv, one line each:
-- case,quantity,value. See README.md.
local bristle = require "bristle"
local g = 9.81

local function say(case, quantity, value) print(("%s,%s,%.9g"):format(case, quantity, value)) end

-- A pad of that pressure and body, with bristles far below what is looked at.
local function pad(name, pressure, size, mu, mass, inertia, grid)
  return bristle.jit(bristle.contact {
    name = name, grid = grid or { 15, 15 }, size = size, pressure = pressure,
    friction = bristle.lugre { breakaway = 1e-5, damping_ratio = 0.5, mu_c = mu, s_ba = 0.9 },
    fn_nominal = mass * g,
    body = { mass = mass, inertia = inertia, frame = "body", tolerance = 1e-4 },
  })
end

do -- a box of 0.3 kg, mu = 0.5
  local mass, mu, dt = 0.3, 0.5, 1e-3
  local box = pad("box", bristle.rectangle {}, { 0.04, 0.04 }, mu, mass, 8e-5)
  local b, fn, start = box:body(), mass * g, nil
  for i = 1, 10000 do
    b:body_step({ 0.8 * mu * fn, 0, 0 }, fn, dt)
    if i == 1000 then start = b:get("q")[1] end
  end
  say("held", "creep", math.abs(b:get("q")[1] - start))
  b = box:body()
  for i = 1, 100000 do
    local force = 0.05 * i * dt
    b:body_step({ force, 0, 0 }, fn, dt)
    if b:get("q")[1] > 1e-4 then
      say("breakaway", "force", force)
      break
    end
  end
  b = box:body() -- as the belt sees it
  b:set("v", { -1, 0, 0 })
  for i = 1, 10000 do
    b:body_step({ 0, 0, 0 }, fn, 1e-4)
    if math.abs(b:get("v")[1]) < 1e-3 then
      say("belt", "time", i * 1e-4)
      say("belt", "distance", -b:get("q")[1])
      break
    end
  end
end

do -- a disc of 50 mm that slides at 0.5 m/s and spins at 30 rad/s
  local r, mass = 0.05, 0.2
  local b = pad("puck", bristle.disc { radius = r }, { 2 * r, 2 * r }, 0.3, mass, mass * r * r / 2):body()
  b:set("v", { 0.5, 0, 30 })
  local ratio
  for _ = 1, 20000 do
    b:body_step({ 0, 0, 0 }, mass * g, 1e-4)
    local v = b:get("v")
    local speed = math.sqrt(v[1] ^ 2 + v[2] ^ 2)
    if speed < 2e-3 then break end
    ratio = speed / (r * math.abs(v[3]))
  end
  say("spin", "ratio", ratio)
end

do -- a rod on two small feet
  local mass = 1
  local b = pad("rod", bristle.map { { 1, 0, 1 } }, { 0.3, 0.1 }, 0.3, mass, 0.01, { 3, 1 }):body()
  b:set("v", { 0, 0, 10 })
  for i = 1, 100000 do
    b:body_step({ 0, 0, 0 }, mass * g, 1e-4)
    if math.abs(b:get("v")[3]) < 1e-2 then
      say("rod", "time", i * 1e-4)
      break
    end
  end
end

do -- Dahl's law is a plain bristle without damping
  local sigma, mu, fn = 1e5, 0.5, 2
  local s = bristle.jit(bristle.contact {
    name = "dahl", grid = { 1, 1 }, size = { 0.01, 0.01 }, pressure = bristle.rectangle {},
    friction = bristle.lugre { sigma0 = sigma, mu_c = mu },
  }):state()
  local force
  for _ = 1, 100 do force = s:step({ mu / sigma, 0, 0 }, fn, 0.01) end
  say("dahl", "loading", -force / (mu * fn))
  for _ = 1, 100 do force = s:step({ -mu / sigma, 0, 0 }, fn, 0.01) end
  say("dahl", "back", -force / (mu * fn))
end

do -- a ball on a plate, its stiffness on the area
  local mu, fn, a, kappa = 0.5, 2, 0.01, 2e9
  local most = mu * 1.5 * fn / (math.pi * a * a) / kappa -- the middle slips there
  local s = bristle.jit(bristle.contact {
    name = "ball", grid = { 81, 81 }, size = { 2.01 * a, 2.01 * a }, fn_nominal = fn,
    pressure = bristle.disc { radius = a, profile = bristle.hertz },
    friction = bristle.lugre { mu_c = mu, s_ba = 0.98, stiffness = "area", kappa = kappa },
  }):state()
  local steps, loss = 1000, 0
  local function move(way) -- by `way` times `most`
    local force, work = 0, 0
    for _ = 1, steps do
      local before = force
      force = -s:step({ way * most / steps / 1e-3, 0, 0 }, fn, 1e-3)
      work = work + (_ == 1 and force or (before + force) / 2) * way / steps
    end
    return force / (mu * fn), work / (mu * fn)
  end
  say("mindlin", "loading", (move(0.5)))
  for _, way in ipairs { -1, 1 } do
    local _, work = move(way)
    loss = loss + work
  end
  say("mindlin", "loop", loss)
end
