-- grip.lua: the least force at which two fingers hold an object in a moving arm.
-- The object hangs beside its centre of mass, so the pads also bear a torque; the
-- arm shakes the object. The object is held if after a second it is within half a
-- millimetre and half a degree of its start.
--
--   bristle run grip.lua [mass (kg)] [mu] [lever (m)]
local bristle = require "bristle"
local mass, mu, lever = tonumber(arg[1] or 0.2), tonumber(arg[2] or 0.8), tonumber(arg[3] or 0.02)

local pad = bristle.jit(bristle.contact {
  name = "grip", grid = { 11, 11 }, size = { 0.02, 0.02 },
  pressure = bristle.disc { radius = 0.01, profile = bristle.hertz },
  friction = bristle.lugre {
    sigma0 = 2e4, sigma1 = 100, sigma2 = 0.2, mu_c = mu, mu_s = 1.1 * mu, v_s = 2e-3, gamma = 2, s_ba = 0.9,
  },
  body = { mass = mass, inertia = mass * (0.08 ^ 2 + 0.05 ^ 2) / 12, com = { lever, 0 },
    gravity = { 0, -9.81 }, contacts = 2 },
})

local dt, steps = 2e-3, 500

-- Returns the displacement of the object after a second: metres, radians.
local function moved(fn)
  local object = pad:body():set("q", { lever, 0, 0 })
  for k = 1, steps do
    local shake = 2 * mass * math.sin(2 * math.pi * 3 * k * dt)
    object:body_step({ shake, 0, 0 }, fn, dt)
    local q = object:get("q")
    local far, angle = math.sqrt((q[1] - lever) ^ 2 + q[2] ^ 2), math.abs(q[3])
    if far > 5e-4 or angle > math.rad(0.5) then return far, angle, k * dt end
  end
  local q = object:get("q")
  return math.sqrt((q[1] - lever) ^ 2 + q[2] ^ 2), math.abs(q[3])
end

local function holds(fn) return select(3, moved(fn)) == nil end

local low, high, tries = 0, 1, 0
while not holds(high) do
  low, high = high, 2 * high
  if high > 1e4 then error("no force up to 10 kN holds it") end
end
while high - low > 1e-3 * high do
  local middle = (low + high) / 2
  if holds(middle) then high = middle else low = middle end
  tries = tries + 1
end

local far, angle = moved(high)
print(("mass %g kg, mu %g, centre of mass %g mm beside the pads"):format(mass, mu, 1e3 * lever))
print(("least grip force    %.2f N on each pad"):format(high))
print(("weight alone needs  %.2f N"):format(mass * 9.81 / (2 * mu)))
print(("with it the object moves %.3f mm and turns %.3f degrees"):format(1e3 * far, math.deg(angle)))
