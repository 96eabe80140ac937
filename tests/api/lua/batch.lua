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

-- Any number of threads gives the same bits, and several pieces the steps of one.
local function in_threads(real)
  local pad = bristle.jit(bristle.text(spec:format("compressed", real)), { backend = "cc" })
  local n = 4096
  local one, many, half = pad:batch(n), pad:batch(n), pad:batch(n // 2)
  local twists, loads = bristle.array(3 * n), bristle.array(n)
  local twists2, loads2 = bristle.array(3 * n // 2), bristle.array(n // 2)
  for k = 1, 4 do
    for i = 1, n do
      twists[i], twists[n + i], twists[2 * n + i] = 0.01 * math.sin(i), 0.005 * math.cos(k * i), 0.3 * math.sin(k + i)
      loads[i] = i % 1000 == 8 and -1 or 1 + i % 9
    end
    for i = 1, n // 2 do
      for d = 0, 2 do twists2[d * n // 2 + i] = twists[d * n + i] end
      loads2[i] = loads[i]
    end
    local a, condition = one:step(twists, loads, 1e-4)
    local b = many:step(twists, loads, 1e-4, nil, k + 1)
    local c = half:step(twists2, loads2, 1e-4)
    assert(condition == "separated" and many:status(8) == "separated" and not many:status(9))
    for i = 1, 3 * n do assert(a[i] == b[i], i) end
    for i = 1, n // 2 do assert(math.abs(a[i] - c[i]) <= 1e-4 * 9, i) end
  end
  local z1, z2 = one:get(), many:get()
  for i = 1, #z1 do assert(z1[i] == z2[i], i) end
  local copy = pad:batch(n):set(z1)
  local z3 = copy:get()
  for i = 1, #z1 do assert(z1[i] == z3[i], i) end
  fails("a number of threads", one.step, one, twists, loads, 1e-4, nil, 0)
end
in_threads("double")
in_threads("float")

-- Joints: rows of v and q, a load where there is one, one row of forces.
local axis = [[return joint { name = "axis", real = "%s",
  friction = lugre { F_c = 1, F_s = 1.4, v_s = 0.05, sigma0 = 900, sigma1 = 1.5, sigma2 = 0.4%s }%s }]]

local function joints(real, backend, bent, more, has_load, has_q, is_tuned)
  local joint = bristle.jit(bristle.text(axis:format(real, bent, more)), { backend = backend })
  local n = 131 -- two groups and a part of one
  local batch, states = joint:batch(n), {}
  local motion, loads = bristle.array((has_q and 2 or 1) * n), bristle.array(n)
  for i = 1, n do states[i] = joint:state() end
  if is_tuned then
    local level = bristle.array(n)
    for i = 1, n do
      level[i] = 0.5 + 0.4 * i / n
      states[i]:tune { F_c = level[i] }
    end
    batch:tune { F_c = level }
  end
  for k = 1, 12 do
    for i = 1, n do
      motion[i], loads[i] = 0.2 * math.sin(i + 0.4 * k), 2 + math.sin(i)
      if has_q then motion[n + i] = 0.01 * i end
    end
    if k > 6 then motion[70] = 0 / 0 end -- its group goes one by one
    local forces, condition = batch:step(motion, has_load and loads or nil, 1e-3)
    assert(#forces == n and condition == (k > 6 and "bad input" or nil))
    for i = 1, n do
      if k <= 6 or i ~= 70 then
        local inputs = { motion[i] }
        if has_load then inputs[#inputs + 1] = loads[i] end
        if has_q then inputs[#inputs + 1] = motion[n + i] end
        inputs[#inputs + 1] = 1e-3
        local force = states[i]:step(table.unpack(inputs))
        assert(math.abs(force - forces[i]) <= (real == "float" and 1e-4 or 1e-9), ("%s %d %d: %g, %g"):format(bent, k, i, force, forces[i]))
      end
    end
    assert(batch:status(70) == (k > 6 and "bad input" or nil))
  end
  fails("twist must be an array of " .. #motion, batch.step, batch, bristle.array(3), loads, 1e-3)
end

for _, backend in ipairs { "tcc", "cc" } do
  joints("double", backend, "", "", false, false)
  joints("double", backend, ", s_ba = 0.8", ", load = { mu_c = 0.1, mu_s = 0.15 }", true, false)
  joints("float", backend, "", ", position = { period = 1, cos = { 0.1 } }", false, true)
  joints("double", backend, "", ", load = { mu_c = 0.1 }, position = { period = 1, cos = { 0.1 } }, tune = { F_c = { 0.5, 1 } }", true, true, true)
end

local arm = bristle.jit("specs/mechanism/bead_on_hoop.lua", { backend = "tcc" })
assert(arm.batch == nil)
