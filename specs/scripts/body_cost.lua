-- body_cost.lua: the cost of steps of a body. First 2 s of a slipping and sticking
-- object (PL Fig. 29, case 2), in calls of 10 ms that are divided by a tolerance and
-- in single steps of 0.5 ms, with the distance of its end from the end with a
-- tolerance of 1e-7; then one step of the fourth-order scheme against the number of
-- cells, sliding with spin, on full N x N pads.
--
--   bristle run body_cost.lua [OUT.svg]
--
-- Draws the times if a file is named and gnuplot is installed.
local bristle = require "bristle"
local picture = arg[1]

local here = arg[0]:match("^(.*/)") or ""

-- Returns the least time of the whole run in ms, with that many calls of body_step
-- for 10 ms, and the pose at its end.
local function slip(changes, calls)
  local model <close> = bristle.open(here .. "../paper/slip_case2_circle.lua", changes)
  local body, least, pose = model:jit("cc"):body(), math.huge, nil
  for _ = 1, 7 do
    body:reset()
    body:set("q", { 0.002, 0, 0 })
    local start = os.clock()
    for i = 0, 199 do
      local fn = 1.73 + 0.91 * math.sin(4 * math.pi * 0.01 * i)
      body:body_step_many(calls, { 0, 0, 0 }, fn, 0.01 / calls)
    end
    least = math.min(least, (os.clock() - start) * 1e3)
    pose = body:get("q")
  end
  return least, pose
end

local runs = { -- tolerance, calls for 10 ms; a tolerance of 0.1 divides no step
  { 1e-3, 1 }, { 3e-4, 1 }, { 1e-4, 1 }, { 0.1, 20 },
}
print("slip-stick, 2 s      dt (ms)   time (ms)   place off   angle off")
for _, name in ipairs { "distributed", "reduced" } do
  local _, exact = slip({ model = name, ["body.tolerance"] = 1e-7 }, 1)
  for _, run in ipairs(runs) do
    local tolerance, calls = run[1], run[2]
    local ms, q = slip({ model = name, ["body.tolerance"] = tolerance }, calls)
    local place = math.sqrt((q[1] - exact[1]) ^ 2 + (q[2] - exact[2]) ^ 2) / math.abs(exact[2])
    print(("%-11s %6g %9g %11.2f %11.1e %11.1e"):format(name, tolerance, 10 / calls, ms, place,
      math.abs(q[3] / exact[3] - 1)))
  end
end

local function pad(n)
  return bristle.contact {
    name = "pad", grid = { n, n }, size = { 0.02, 0.02 }, pressure = bristle.rectangle {},
    friction = bristle.lugre {
      sigma0 = 1e6, sigma1 = 8e2, sigma2 = 0.2, mu_c = 1, mu_s = 1.2, v_s = 1e-3, s_ba = 0.9,
    },
    body = { mass = 0.2, inertia = 5e-4, tolerance = 0.1 },
  }
end

local dt, slide, turn = 1e-5, 0.05, 2 -- s, m/s, rad/s

-- Returns the least time of a step over many rounds, ns; each round starts anew.
local function step_time(n)
  local solver <close> = bristle.jit(pad(n), { backend = "cc" })
  local body, least = solver:body(), math.huge
  local steps = math.max(20, 40000 // (n * n))
  for _ = 1, 15 do
    body:reset()
    body:set("v", { slide, 0, turn })
    body:body_step({ 0, 0, 0 }, 2, dt)
    local start = os.clock()
    body:body_step_many(steps, { 0, 0, 0 }, 2, dt)
    least = math.min(least, (os.clock() - start) / steps * 1e9)
  end
  return least
end

print("    N    cells   step (us)   per cell (ns)")
local rows, per_cell = {}, 0
for _, n in ipairs { 5, 7, 11, 15, 21, 31, 41, 51, 71, 101 } do
  local ns = step_time(n)
  rows[#rows + 1] = ("%d %g"):format(n * n, ns / 1e3)
  if n == 21 then per_cell = ns / (n * n) end
  print(("%5d %8d %11.2f %15.1f"):format(n, n * n, ns / 1e3, ns / (n * n)))
end

if not picture then return end
local gnuplot = assert(io.popen("gnuplot", "w"))
gnuplot:write("set terminal ", picture:match("%.png$") and "pngcairo" or "svg", " size 640,400 background rgb 'white'\n",
  ("set output %q\n"):format(picture), "set logscale xy\nset xlabel 'cells'\nset ylabel 'time of a body step (us)'\n",
  "set key left top\nset grid\nset xrange [15:20000]\n$run << EOD\n", table.concat(rows, "\n"), "\nEOD\n",
  "plot $run using 1:2 with linespoints pt 7 lc rgb '#1b6ca8' title 'body_step' noenhanced, ",
  ("%g*x/1e3 with lines dashtype 2 lc rgb '#888888' title '%.0f ns a cell'\n"):format(per_cell, per_cell))
assert(gnuplot:close(), "gnuplot failed")
print(picture)
