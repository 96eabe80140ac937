-- montecarlo.lua: the effect of scatter of the parameters on a second of motion.
-- One solver serves all parameter sets: its tune names what scatters; each set is
-- a tuning of a state. Processes share the work.
--
--   bristle run montecarlo.lua [SETS] [PROCESSES]
--
-- The answer does not depend on the number of processes, because the number of a
-- set alone determines the set. The last line but three compares the processor
-- time of all with that of the steps alone.
local bristle = require "bristle"
local here = arg[0]:match("^(.*/)") or ""
local spec = here .. "../contact/finger_pad.lua"
local fn, dt, steps = 5, 1e-3, 1000
local tune = { mu_c = { 0.2, 2 }, mu_s = { 0.2, 4 }, v_s = { 1e-4, 1e-2 }, sigma0 = { 2e5, 5e6 } }

-- Returns a normally distributed number (Box-Muller).
local function normal(mean, deviation)
  return mean + deviation * math.sqrt(-2 * math.log(1 - math.random())) * math.cos(2 * math.pi * math.random())
end

-- Returns the largest force of the pad while it is pushed, and the force at the end.
local twists, wrenches = bristle.array(3 * steps), bristle.array(3 * steps)
for k = 1, steps do
  twists[3 * k - 2], twists[3 * k] = 2e-5 * k, 1e-3 * k
end

local stepping = 0 -- seconds

local function run(state, number)
  math.randomseed(number)
  local mu = math.max(0.2, normal(0.8, 0.08))
  state:reset():tune {
    mu_c = mu,
    mu_s = mu * (1 + math.abs(normal(0.15, 0.05))),
    v_s = 1e-3 * math.exp(normal(0, 0.3)),
    sigma0 = 1e6 * math.exp(normal(0, 0.2)),
  }
  local start = os.clock()
  state:step_many(steps, twists, fn, dt, wrenches)
  stepping = stepping + os.clock() - start
  local most = 0
  for k = 1, 3 * steps, 3 do
    local force = -wrenches[k]
    if force > most then most = force end
  end
  return most, -wrenches[3 * steps - 2]
end

if arg[1] == "worker" then
  local first, last, stride = tonumber(arg[2]), tonumber(arg[3]), tonumber(arg[4])
  local state = bristle.jit(spec, { backend = "kernel", set = { tune = tune } }):state()
  for number = first, last, stride do print(number, ("%.17g %.17g"):format(run(state, number))) end
  print("seconds", os.clock(), stepping)
  return
end

local sets = tonumber(arg[1] or 1000)
local processes = tonumber(arg[2] or io.popen("nproc"):read("n"))

-- The command that started this script, so that the script can start itself
local words = {}
for i = -2, 0 do words[#words + 1] = arg[i] and "'" .. arg[i]:gsub("'", "'\\''") .. "'" end
local command = table.concat(words, " ")

local workers, results, all, alone = {}, {}, 0, 0
for i = 1, processes do
  workers[i] = assert(io.popen(("%s worker %d %d %d"):format(command, i, sets, processes)))
end
for _, worker in ipairs(workers) do
  for line in worker:lines() do
    local number, most, last = line:match("^(%d+)%s+(%S+) (%S+)$")
    if number then
      results[#results + 1] = { number = tonumber(number), most = tonumber(most), last = tonumber(last) }
    else
      local own, steps_alone = line:match("^seconds%s+(%S+)%s+(%S+)$")
      all, alone = all + own, alone + steps_alone
    end
  end
  assert(worker:close(), "a worker failed")
end
assert(#results == sets, "a worker left something out")

local function say(what, name)
  local values, sum = {}, 0
  for i, result in ipairs(results) do values[i] = result[name] end
  table.sort(values) -- the sum is then the same for any number of processes
  for _, value in ipairs(values) do sum = sum + value end
  local mean, square = sum / sets, 0
  for _, value in ipairs(values) do square = square + (value - mean) ^ 2 end
  local function quantile(q) return values[math.max(1, math.ceil(q * sets))] end
  print(("%-22s %8.4f %8.4f %8.4f %8.4f %8.4f"):format(what, mean, math.sqrt(square / sets), quantile(0.05),
    quantile(0.5), quantile(0.95)))
end
print(("%d parameter sets in %d processes: %.2f times the processor time of the steps alone"):format(sets, processes,
  (all + os.clock()) / alone))
print("                           mean deviation    5 %     50 %     95 %")
say("largest force (N)", "most")
say("force at the end (N)", "last")
