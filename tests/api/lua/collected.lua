-- What is collected when: a state keeps its code, and memory stays flat.
local bristle = require "bristle"
local source = [[
return contact { name = "small", grid = { 3, 3 }, size = { 0.02, 0.02 }, pressure = rectangle {},
  friction = lugre { sigma0 = 1e5, sigma1 = 10, sigma2 = 0, mu_c = 1, mu_s = 1 } } ]]

local function open(k)
  return bristle.jit(bristle.text(source), { backend = "tcc", set = { ["friction.sigma1"] = 10 + k * 1e-3 } })
end

-- The solver is out of reach; its state is not.
local s = open(0):state()
local step = s.step
for _ = 1, 5 do collectgarbage() end
assert(s:step({ 1, 0, 0 }, 1, 1) < -0.9 and step(s, { 1, 0, 0 }, 1, 1) < -0.9)

local function resident()
  return tonumber(io.open("/proc/self/statm"):read("a"):match("^%d+ (%d+)"))
end
local before
for k = 1, tonumber(arg[1]) do
  local state = open(k):state()
  state:step({ 1, 0, 0 }, 1, 1)
  if k % 20 == 0 then collectgarbage() end
  if k == 100 then before = resident() end
end
collectgarbage()
local grown = resident() - before
assert(grown < 500, grown .. " pages more")
