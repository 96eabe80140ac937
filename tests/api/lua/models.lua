-- Specs from files, texts and tables, and what is done with them.
local bristle = require "bristle"
local out = assert(os.getenv "TEST_FOLDER")
local function fails(text, f, ...)
  local ok, message = pcall(f, ...)
  assert(not ok, "no error: " .. text)
  assert(tostring(message):find(text, 1, true), message)
end
local here = debug.getinfo(1, "S").short_src

-- Errors carry the spec's line and what --set is told.
fails("tests/bad/laws/sigma0_negative.lua:8: sigma0 must be positive, got -1\n    8 |     sigma0 = -1,",
  bristle.jit, "tests/bad/laws/sigma0_negative.lua")
fails("--set friction.sigma0: sigma0 must be positive, got -2", bristle.open, "specs/contact/square.lua",
  { ["friction.sigma0"] = -2 })
fails("cannot read no/such.lua", bristle.check, "no/such.lua")
fails('there is no option "sett"', bristle.jit, "specs/contact/square.lua", { sett = {} })
fails("a spec is a file's path", bristle.jit, 7)
do -- Methods of a model take options as the functions do, and name what is missing.
  local model = bristle.open("specs/contact/square.lua")
  assert(model:jit({ backend = "tcc" }):tier() == "tcc")
  assert(model:jit("tcc"):tier() == "tcc")
  fails('there is no option "backends"', model.jit, model, { backends = "tcc" })
  fails('a model has no method "step"; its methods are check, ', function() return model:step() end)
  local solver = model:jit("tcc")
  fails("step is a function of a state, not of the solver", function() return solver:step({ 0, 0, 0 }, 1, 1e-3) end)
  assert(solver.colour == nil)
end
fails("bristle has no jitt", function() return bristle.jitt end)

-- A text.
local source = io.open("specs/contact/square.lua"):read("a")
local model = bristle.open(bristle.text(source, "inline.lua"), { name = "within" })
assert(model:name() == "within")
fails("inline.lua:2: ", bristle.open, bristle.text("\nreturn contac {}", "inline.lua"))
-- What a script's tables may hold is nothing for a text.
fails("unknown name given", bristle.open, bristle.text("return given('', {})"))
fails("pressure is a function; set takes one only where the spec is written in the script", bristle.open,
  "specs/contact/square.lua", { pressure = function() return 1 end })

-- Tables give the solver that the same file gives.
local mu_s = 1.2
local line
local function square()
  return bristle.contact {
    name = "square", grid = { 21, 21 }, size = { 0.02, 0.02 },
    pressure = bristle.rectangle {},
    friction = bristle.lugre {
      sigma0 = 1e6, sigma1 = 8e2, sigma2 = 0.2, mu_c = 1.0, mu_s = mu_s, v_s = 1e-3, gamma = 2, s_ba = 0.9,
    },
  }
end
local function last(spec)
  local s = bristle.jit(spec, { backend = "tcc" }):state()
  local fx
  for k = 1, 20 do fx = s:step({ 1e-3, 0, 0.1 * k }, 3, 1e-3) end
  return fx
end
assert(last(square()) == last("specs/contact/square.lua"))
assert(bristle.check(square()).cells == 441)

-- With functions that use what is around them, sums and profiles.
local slope, limits = 100, { low = 1 }
local function pressure(x, y) return limits.low + slope * math.abs(x) + y end
local spec = bristle.contact {
  name = "mixed", grid = { 5, 5 }, size = { 0.02, 0.02 },
  pressure = bristle.disc { radius = 0.01, profile = bristle.hertz } + pressure
    + bristle.disc { radius = 0.005, profile = bristle.soft { k = 3 } },
  friction = bristle.lugre {
    sigma0 = 1e5, sigma1 = 10, sigma2 = 0, mu_c = 1, mu_s = 1.1,
    stribeck = function(s) return mu_s - 0.1 - 0.05 * math.tanh(s / 1e-3) end,
  },
}
local report, holds = bristle.verify(spec, { backend = "tcc" })
assert(holds and report.holds and #report.checks > 10)
-- print is C's; a spec cannot take it along.
local print = print
fails("print, which " .. here, bristle.open, bristle.contact {
  name = "x", grid = { 2, 2 }, size = { 1, 1 }, pressure = function(x) print(x) return 1 end,
  friction = bristle.lugre {} })
line = debug.getinfo(1, "l").currentline + 1
fails(here .. ":" .. line + 1 .. ": lugre needs", bristle.open, bristle.contact {
  friction = bristle.lugre { sigma0 = 1e5 },
  name = "x", grid = { 2, 2 }, size = { 1, 1 }, pressure = bristle.rectangle {} })

-- Files, checks, and a model in a spec's place.
local paths = bristle.emit("specs/contact/square.lua", out .. "/emitted", { example = true })
assert(#paths == 5 and io.open(out .. "/emitted/square.h"))
local figures, is_clean = model:check()
assert(figures.cells == 441 and is_clean)
assert(bristle.check(model).cells == 441 and model:name() == "within")
-- Stages, as -d of the verbs shows them.
for letter, text in pairs { s = "contact {", m = "441 cells", y = "rate_jac: ", g = "golden_wrenches = -",
  p = "decision unroll: ", e = "int within_step(within_state" } do
  assert(model:show(letter):find(text, 1, true), letter)
end
local shown = bristle.show("specs/contact/square.lua", "sg", { set = { grid = { 3, 3 } } })
assert(shown:find("golden_dt", 1, true) > shown:find("contact {", 1, true))
fails('there is no stage "x"; the stages are s spec, m model, y equations, g goldens, p plan, e text',
  model.show, model, "sx")
fails("show needs letters of stages", bristle.show, model)
fails("no backend \"icc\"", model.verify, model, "icc")
do
  local other <close> = bristle.open("specs/contact/square.lua")
  model = other
end
fails("the model is closed", model.check, model)

-- Simulation: every row is seen, and may be the last.
local rows = 0
local wave = { ["scenario.duration"] = 0.05 }
local recording = bristle.sim("specs/paper/velocity_profile.lua", { backend = "tcc", set = wave, each = function(row)
  rows = rows + 1
  assert(row.t and row.fx)
end })
assert(recording.n == rows and rows > 10 and #recording.t == rows and recording.units.t == "s")
local short = bristle.sim("specs/paper/velocity_profile.lua", { backend = "tcc", set = wave, each = function(row)
  return row.t >= recording.t[5]
end })
assert(short.n == 5 and short.fx[5] == recording.fx[5])
fails("enough", bristle.sim, "specs/paper/velocity_profile.lua", { backend = "tcc", set = wave,
  each = function() error("enough") end })

-- A fit to a log.
local fretting = "tests/data/fretting_reciprocating.csv"
local report = bristle.fit("specs/joint/fretting.lua", fretting, { "F_c", "F_s", "v_s", "sigma0" })
assert(report.parameters[1].name == "F_c" and math.abs(report.parameters[1].value - 2.37) < 0.02)
assert(report.held_out < 0.105 and report.laws[1].asked)
local fitted = bristle.open("specs/joint/fretting.lua")
assert(fitted:fit({ fretting }, "F_c,F_s,sigma0", { hold = "none" }).held_rows == 0)
fails("has no number mass", bristle.fit, "specs/joint/fretting.lua", fretting, "mass")
fails("fit needs names", bristle.fit, "specs/joint/fretting.lua", fretting)
fails("cannot be fitted to logs", bristle.fit, "specs/cone/point_foot.lua", fretting, "mu")
fails("there is no scenario", bristle.sim, "specs/contact/square.lua")
