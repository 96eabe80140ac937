-- Numbers of the spec's tune by name: of a solver, of states, of batches.
local bristle = require "bristle"
local function fails(text, f, ...)
  local ok, message = pcall(f, ...)
  assert(not ok and tostring(message):find(text, 1, true), message)
end

local spec = bristle.text [[return contact {
  name = "pad", model = "distributed", grid = { 5, 5 }, size = { 0.02, 0.02 }, pressure = disc { radius = 0.01 },
  friction = lugre { sigma0 = 1e5, sigma1 = 100, mu_c = 0.8, mu_s = 1, v_s = 1e-3, s_ba = 0.9 },
  body = { mass = 1, inertia = 1e-3 }, step = "exponential",
  tune = { mu_c = { 0.2, 1 }, mu_s = { 0.3, 1.4 }, ["body.mass"] = { 0.5, 2 } },
  scenario = { duration = 0.1, dt = 0.01, fn = 1, load = function(t) return 0.6, 0, 0 end },
}]]
local function near(a, b) assert(math.abs(a - b) < 2e-3 * math.abs(b), a .. " is not " .. b) end

-- The force of steady sliding.
local function slid(state)
  for _ = 1, 5 do state:step({ 0.1, 0, 0 }, 1, 1e-3) end
  return -state:step({ 0.1, 0, 0 }, 1, 1e-3)
end

local pad = bristle.jit(spec, { backend = "tcc", tune = { mu_c = 0.5 } })
local s = pad:state()
near(slid(s), 0.5)
assert(s:tune { mu_c = 0.3 } == s)
near(slid(s), 0.3)
assert(pad:tune { mu_c = 0.4, mu_s = 0.4 } == pad)
near(slid(s), 0.3) -- its own
near(slid(pad:state()), 0.4)
near(slid(s:copy()), 0.3)
near(slid(s:reset()), 0.3)
near(-pad:steady({ 0.1, 0, 0 }, 1), 0.8) -- without a state: the spec's
near(-s:steady({ 0.1, 0, 0 }, 1), 0.3)
assert(s:tune(1, 0.6, 1)) -- all values, in the order of names
near(slid(s), 0.6)

local list = pad:tunables()
assert(list.mu_c.low == 0.2 and list.mu_c.high == 1 and list.mu_c.value == 0.4 and list.mu_c.unit == "1")
assert(list["body.mass"].unit == "kg" and list["body.mass"].value == 1)

fails("mu_c must be between 0.2 and 1.0, got 1.5", s.tune, s, { mu_c = 1.5 })
fails("mu cannot be tuned; numbers that can are body.mass, mu_c, mu_s", pad.tune, pad, { mu = 1 })
fails("do not go together", s.tune, s, { mu_c = 1, mu_s = 0.5 })
fails("do not go together", pad.tune, pad, { mu_c = 1, mu_s = 0.5 })
fails("takes names", s.tune, s, { 1 })
fails("must be a number", s.tune, s, { mu_c = "0.5" })
near(slid(s), 0.6) -- a refusal leaves the tuning
near(slid(pad:state()), 0.4)

local body = pad:body():tune { mu_c = 0.2, mu_s = 0.3, ["body.mass"] = 0.5 }
for _ = 1, 10 do body:body_step({ 0.6, 0, 0 }, 1, 0.01) end
local heavy = pad:body():tune { mu_c = 0.2, mu_s = 0.3, ["body.mass"] = 2 }
for _ = 1, 10 do heavy:body_step({ 0.6, 0, 0 }, 1, 0.01) end
local ratio = body:get("v")[1] / heavy:get("v")[1]
assert(ratio > 3.9 and ratio < 4.3, ratio)

-- A batch: the solver's tuning, one for all, one for each.
local n = 7
local batch, twists = pad:batch(n), bristle.array(3 * n)
for i = 1, n do twists[i] = 0.1 end
local function forces()
  local out
  for _ = 1, 6 do out = batch:step(twists, 1, 1e-3) end
  return out
end
near(-forces()[n], 0.4)
assert(batch:tune { mu_c = 0.6, mu_s = 1 } == batch)
near(-forces()[1], 0.6)
local each = bristle.array(n)
for i = 1, n do each[i] = 0.2 + 0.1 * i end
local out = batch:tune { mu_c = each } and forces()
for i = 1, n do near(-out[i], each[i]) end
fails("must be an array of 7 numbers", batch.tune, batch, { mu_c = bristle.array(3) })
each[3] = 5
fails("got 5.0", batch.tune, batch, { mu_c = each })
near(-forces()[3], 0.5)

-- A simulation.
local slow = bristle.sim(spec, { backend = "tcc", tune = { ["body.mass"] = 2, mu_c = 0.2, mu_s = 0.3 } })
local fast = bristle.sim(spec, { backend = "tcc", tune = { ["body.mass"] = 0.5, mu_c = 0.2, mu_s = 0.3 } })
assert(fast.vx[fast.n] > 3.5 * slow.vx[slow.n])
local model <close> = bristle.open(spec)
local held = model:sim { backend = "tcc" }
model:sim { backend = "tcc", tune = { mu_c = 0.2, mu_s = 0.3 } }
local again = model:sim { backend = "tcc" }
assert(again.vx[again.n] == held.vx[held.n]) -- the model keeps the spec's values
fails("mass must be between 0.5 and 2, got 9", bristle.sim, spec, { tune = { ["body.mass"] = 9 } })

-- Without tune.
local plain = bristle.jit("specs/contact/square.lua", { backend = "kernel" })
assert(next(plain:tunables()) == nil)
fails("no number of this solver changes", plain.tune, plain, { mu_c = 1 })
fails("no number of this solver changes", function()
  bristle.jit("specs/contact/square.lua", { backend = "kernel", tune = { mu_c = 1 } })
end)

-- Specs that differ in values of tune alone share code, and have values of their own.
local function twin(mu_c)
  return bristle.jit(bristle.text(([[return contact {
    name = "twin", model = "ellipsoid", grid = { 5, 5 }, size = { 0.02, 0.02 }, pressure = disc { radius = 0.01 },
    friction = lugre { sigma0 = 1e5, sigma1 = 100, mu_c = MU, mu_s = 1, v_s = 1e-3 },
    tune = { mu_c = { 0.2, 1 }, mu_s = { 0.3, 1.4 } },
  }]]):gsub("MU", mu_c)), { backend = "tcc" })
end
local one, two = twin "0.8", twin "0.5"
assert(one:facts().spec_hash ~= two:facts().spec_hash)
near(slid(one:state()), 0.8)
near(slid(two:state()), 0.5)
near(-one:steady({ 0.1, 0, 0 }, 1), 0.8)
near(-two:steady({ 0.1, 0, 0 }, 1), 0.5)
assert(one:tunables().mu_c.value == 0.8 and two:tunables().mu_c.value == 0.5)
one:close()
near(slid(two:state()), 0.5)
