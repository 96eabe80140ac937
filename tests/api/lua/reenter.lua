-- Calls for a model in the callback of its own simulation, and for others.
local bristle = require "bristle"
local source = bristle.text [[
return slider {
  name = "busy", mass = 1, inertia = 0.01, mu = 0.3, patch = rectangle { size = { 0.2, 0.2 } },
  scenario = { duration = 0.02, dt = 1e-3, v = { 0.5, 0, 1 },
               load = function(t) return 0.1 * math.sin(t), 0, 0 end },
}]]
local function fails(text, f, ...)
  local ok, message = pcall(f, ...)
  assert(not ok and tostring(message):find(text, 1, true), message)
end
local busy = "the model is in use by its own simulation"

local model = bristle.open(source)
local function sim(each) return bristle.sim(model, { backend = "reference", each = each }) end

-- Refused, and the simulation goes on.
local rows = 0
local whole = sim(function(row)
  rows = rows + 1
  fails(busy, sim)
  fails(busy, bristle.sim, model, { backend = "reference", each = function() return true end })
  fails(busy, model.check, model)
  fails(busy, model.verify, model, "tcc")
  fails(busy, model.jit, model, "tcc")
  fails(busy, model.close, model)
  fails(busy, function() local again <close> = model end)
  assert(model:name() == "busy" and row.t)
  collectgarbage()
end)
assert(rows == 21 and whole.n == 21)

-- A refusal that is not caught ends the simulation, and the model is as good as before.
fails(busy, sim, function() model:close() end)
fails(busy, sim, function() sim() end)
assert(sim().n == 21 and model:check())

-- Other models may be opened, run and closed; this one may be ended.
local inner
local short = sim(function()
  local other <close> = bristle.open(source)
  inner = bristle.sim(other, { backend = "reference", each = function(row) return row.t > 0.004 end })
  fails("slider needs name", bristle.open, bristle.text "return slider {}")
  assert(bristle.jit(source, { backend = "tcc" }):state():step({ 0, 0, 0 }, 1e-3))
  return inner.n == 6
end)
assert(short.n == 1 and inner.n == 6)

model:close()
model:close()
fails("the model is closed", model.check, model)

-- A script that ends in the middle of a simulation.
local last = bristle.open(source)
bristle.sim(last, { backend = "reference", each = function() os.exit(0, true) end })
os.exit(1)
