-- grids.lua: the necessary number of cells of a grid. The same contact on finer and
-- finer grids: the largest torque r, the wrench of a slide with spin, and the time
-- of a step.
--
--   bristle run grids.lua [SPEC.lua]
local bristle = require "bristle"
local here = arg[0]:match("^(.*/)") or ""
local spec = arg[1] or here .. "../contact/finger_pad.lua"

local twist, fn, steps = { 0.01, 0, 1.5 }, 5, 2000
local grids = { 3, 5, 9, 15, 21, 31, 45, 63 }

local rows = {}
for i, n in ipairs(grids) do
  local set = { ["grid.1"] = n, ["grid.2"] = n, step = "exponential" }
  local model <close> = bristle.open(spec, set)
  local pad = model:jit("cc")
  local s = pad:state()
  local start = os.clock()
  s:step_many(steps, twist, fn, 1e-3)
  local ns = (os.clock() - start) / steps * 1e9
  local fx, _, tau = pad:steady(twist, fn)
  local figures = model:check()
  rows[i] = { n = n, cells = figures.cells, r = figures.r, fx = fx, tau = tau, ns = ns }
end

local finest = rows[#rows]
print(" grid   cells     r (mm)   off (%)    fx (N)   off (%)  tau (mNm)   off (%)   step (ns)")
for _, row in ipairs(rows) do
  local function off(name) return 100 * math.abs(row[name] / finest[name] - 1) end
  print(("%3dx%-3d %5d %10.5f %9.3f %9.5f %9.3f %10.5f %9.3f %11.0f"):format(row.n, row.n, row.cells, 1e3 * row.r,
    off "r", row.fx, off "fx", 1e3 * row.tau, off "tau", row.ns))
end
