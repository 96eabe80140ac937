-- timing.lua: the time of a contact's step, for the scripts beside it.
--
--   local step_time = dofile(here .. "timing.lua")
local bristle = require "bristle"

-- Slides with spin about a centre that moves over a patch of 1 cm.
local steps = 1000
local twists, wrenches = bristle.array(3 * steps), bristle.array(3 * steps)
for i = 0, steps - 1 do
  local t = 2 * math.pi * i / steps
  twists[3 * i + 1] = 1e-3 * (5 + 3 * math.sin(t))
  twists[3 * i + 2] = 1e-3 * (2 + 2 * math.cos(2 * t))
  twists[3 * i + 3] = 0.1 * (10 + 5 * math.sin(3 * t))
end

-- Returns the least time of a step over many rounds, ns.
return function(model)
  local pad, least = model:jit("cc"):state(), math.huge
  for _ = 1, 300 do
    local start = os.clock()
    pad:step_many(steps, twists, 1, 1e-5, wrenches)
    least = math.min(least, (os.clock() - start) / steps * 1e9)
  end
  return least
end
