-- Calls of a solver: arguments, results, conditions and errors.
local bristle = require "bristle"
local function near(a, b, bar) assert(math.abs(a - b) <= bar, ("%.17g is not %.17g"):format(a, b)) end
local function fails(text, f, ...)
  local ok, message = pcall(f, ...)
  assert(not ok, "no error: " .. text)
  assert(tostring(message):find(text, 1, true), message)
end

local pad = bristle.jit("specs/contact/square.lua", { backend = "tcc", set = { ["friction.mu_c"] = 0.9 } })
assert(pad:tier() == "tcc" and pad:facts().name == "square" and pad:facts().kind == "contact")

-- Sliding straight for long gives the steady force; mu_c was overridden.
local s = pad:state()
assert(#s == 882)
local fx, fy, tau, condition
for _ = 1, 500 do fx, fy, tau, condition = s:step({ 0.5, 0, 0 }, 2, 1e-3) end
local sx, sy, stau = pad:steady({ 0.5, 0, 0 }, 2)
near(fx, sx, 1e-6)
near(sx, -2 * (0.9 + 0.2 * 0.5), 1e-9)
assert(condition == nil and math.abs(fy) < 1e-9 and math.abs(tau) < 1e-9 and sy and stau)
near(pad:limit({ 3, 0, 0 }, 2), -1.8, 1e-9)

-- A condition comes last; a load that is gone resets the state.
assert(s[1] > 0)
assert(select(4, s:step({ 0, 0, 0 }, -1, 1e-3)) == "separated" and s[1] == 0)

-- A tall slider that brakes hard tips: its status has a word of its own.
local tall = bristle.jit(bristle.slider { name = "tall", mass = 1, inertia = 1e-3, height = 0.2, mu = 0.5,
  patch = bristle.rectangle { size = { 0.1, 0.1 } } }, { backend = "tcc" }):state()
tall:set { 0, 0, 0, 1, 0, 0 }
local told = table.pack(tall:step({ 0, 0, 0 }, 1e-3))
assert(told[told.n] == "tipping", told[told.n])

-- Matrices and long vectors come as tables.
local dz, rx, ry, rtau = s:rate({ 0.1, 0, 0 }, 2)
assert(#dz == 882 and rx and ry and rtau)
local jx, jy, jtau, jac = s:step_jac({ 0.1, 0, 0 }, 2, 1e-3)
assert(jx and jy and jtau and #jac == 9 and jac[1] < 0)

-- Arrays stand for tables.
near(pad:steady(bristle.array { 0.5, 0, 0 }, 2), sx, 0)

fails("step: bad input", s.step, s, { 0, 0 / 0, 0 }, 1, 1e-3)
fails("step: bad input", s.step, s, { 0, 0, 0 }, 1, -1e-3)
fails("twist must have 3 numbers, but item 3 is not a number", s.step, s, { 0, 0 }, 1, 1e-3)
fails("twist must be a table of 3 numbers, got number", s.step, s, 3, 1, 1e-3)
fails("fn must be a number, got no value", s.step, s, { 0, 0, 0 })
fails("an array of another length", s.step, s, bristle.array(4), 1, 1e-3)
fails("call its functions with a colon", s.step, { 0, 0, 0 }, 1, 1e-3)
fails("not a state of this solver", s.step, bristle.jit("specs/contact/square.lua"):state(), { 0, 0, 0 }, 1, 1e-3)
fails("attempt to call a nil value", function() s:stepp() end)

-- States: copied, saved, restored, read and written.
for _ = 1, 5 do s:step({ 0.01, 0.02, 0.3 }, 2, 1e-3) end
local copy, saved, all = s:copy(), s:save(), s:get()
assert(#all == 882 and all[7] == s[7] and s:get("z")[882] == s[882] and s[883] == nil and s[0] == nil)
s:reset()
assert(s[7] == 0 and copy[7] == all[7])
assert(s:restore(saved)[7] == all[7] and s:reset()[7] == 0)
assert(s:set(all)[882] == all[882])
s:reset():set("z", bristle.array(all))
local a, b, c = s:step({ 0.01, 0, 0 }, 2, 1e-3)
local d, e, f = copy:step({ 0.01, 0, 0 }, 2, 1e-3)
assert(a == d and b == e and c == f)
fails("the string was not saved from a state of this shape", s.restore, s, saved:sub(1, -2))
fails("the string was not saved from a state of this shape", s.restore, s, "bristle")
fails("882 numbers are needed, got 3", s.set, s, { 1, 2, 3 })
fails("a state has no y", s.get, s, "y")
-- Another precision takes the saved state too.
local float = bristle.jit("specs/contact/square.lua", { set = { real = "float" }, backend = "tcc" })
near(float:state():restore(saved)[7], all[7], 1e-6 * math.abs(all[7]))

-- What runs at first, and how to have the generated text alone.
local auto, source = bristle.jit("specs/contact/square.lua"), bristle.jit("specs/contact/square.lua", { tier = "source" })
assert(auto:keep():tier() ~= "tcc" and source:keep():tier() ~= "kernel")
assert(source:keep(false):wait() == "cc" and auto:wait())
fails("not the generated source", bristle.jit, "specs/contact/square.lua", { tier = "source", backend = "kernel" })
fails('tier is "source" or nil', bristle.jit, "specs/contact/square.lua", { tier = 2 })

-- Closed is closed, however it was.
pad:close()
fails("the solver is closed", s.step, s, { 0, 0, 0 }, 1, 1e-3)
fails("the solver is closed", pad.state, pad)
pad:close()
