-- overhead.lua: the time that Lua adds to a step, in single calls and in calls of
-- many steps. specs/programs/overhead.c times the same steps from C. Best of 15.
--
--   bristle run overhead.lua SPEC.lua
local bristle = require "bristle"
local here = arg[0]:match("^(.*/)") or ""
local steps, repeats = 20000, 15

local pad = bristle.jit(arg[1] or here .. "../contact/gradient_line.lua", { backend = "cc" })
local s, twist, fn, dt = pad:state(), { 0.01, 0.002, 0.1 }, 5, 1e-3
local twists, wrenches = bristle.array(3 * steps), bristle.array(3 * steps)
for i = 1, 3 * steps do twists[i] = twist[(i - 1) % 3 + 1] end

local function time(what, run)
  local best = math.huge
  for _ = 1, repeats do
    local start = os.clock()
    run()
    best = math.min(best, (os.clock() - start) / steps * 1e9)
  end
  print(("%-17s %8.1f ns a step"):format(what, best))
end

time("Lua, one by one", function() for _ = 1, steps do s:step(twist, fn, dt) end end)
time("Lua, many a call", function() s:step_many(steps, twists, fn, dt, wrenches) end)
