-- A step of many states is a step of each.
local bristle = require "bristle"
local function fails(text, f, ...)
  local ok, message = pcall(f, ...)
  assert(not ok and tostring(message):find(text, 1, true), message)
end

local spec = [[return contact {
  name = "pad", model = "%s", real = "%s", grid = { 5, 4 }, size = { 0.02, 0.02 },
  pressure = disc { radius = 0.01, profile = hertz },
  friction = lugre { sigma0 = 1e5, sigma1 = 1e2, mu_c = 0.8, mu_s = 1, v_s = 1e-3, s_ba = 0.9 },
}]]

local function agrees(model, real, backend, bar)
  local pad = bristle.jit(bristle.text(spec:format(model, real)), { backend = backend })
  local n = 37
  local batch, states = pad:batch(n), {}
  local twists, loads, wrenches = bristle.array(3 * n), bristle.array(n), bristle.array(3 * n)
  assert(#batch == n)
  for i = 1, n do states[i] = pad:state() end
  for k = 1, 5 do
    for i = 1, n do
      twists[i], twists[n + i], twists[2 * n + i] = 0.01 * math.sin(i), 0.005 * math.cos(k * i), 0.3 * math.sin(k + i)
      loads[i] = i == 8 and -1 or i
    end
    local out, condition = batch:step(twists, loads, 1e-3, wrenches)
    assert(out == wrenches and condition == "separated")
    for i = 1, n do
      local f = { states[i]:step({ twists[i], twists[n + i], twists[2 * n + i] }, loads[i], 1e-3) }
      for d = 1, 3 do assert(math.abs(f[d] - wrenches[(d - 1) * n + i]) <= bar * i, model .. real .. i) end
      assert(batch:status(i) == (i == 8 and "separated" or nil))
    end
  end
  -- One bad contact: it keeps its state, the others go on.
  local before = batch:get()
  twists[2] = 0 / 0
  local _, condition = batch:step(twists, 3, 1e-3)
  assert(condition == "bad input" and batch:status(2) == "bad input" and batch:status(3) == nil)
  local after = batch:get()
  assert(#after == #before and after[2] == before[2] and after[3] ~= before[3])
  batch:set(before)
  assert(batch:get()[3] == before[3])
  assert(batch:reset():get()[3] == 0)
  fails("twist must be an array of 111 numbers", batch.step, batch, { 1, 2, 3 }, 1, 1e-3)
  fails("fn must be an array of 37 numbers", batch.step, batch, twists, bristle.array(3), 1e-3)
  fails("wrench must be an array", batch.step, batch, twists, 1, 1e-3, bristle.array(3))
  fails("must be the number of a state", batch.status, batch, 38)
  fails("a number of states", pad.batch, pad, 0)
end

for _, backend in ipairs { "tcc", "cc" } do
  agrees("reduced", "double", backend, 1e-12)
  agrees("reduced", "float", backend, 1e-4)
  agrees("distributed", "double", backend, 1e-12)
end

local arm = bristle.jit("specs/mechanism/bead_on_hoop.lua", { backend = "tcc" })
assert(arm.batch == nil)
