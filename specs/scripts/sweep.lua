-- sweep.lua: the effect of the friction coefficient and the Stribeck speed of a
-- finger pad on a sensor: the force on the way from rest into sliding.
--
--   bristle run sweep.lua [SPEC.lua] [OUT.svg]
--
-- Prints the largest force and the force at the end for each variant; draws
-- force over speed if a file is named and gnuplot is installed.
local bristle = require "bristle"
local here = arg[0]:match("^(.*/)") or ""
local spec, picture = arg[1] or here .. "../contact/finger_pad.lua", arg[2]

local fn, dt, steps, acceleration = 5, 1e-4, 4000, 0.05 -- N, s, -, m/s^2
local mus, speeds = { 0.4, 0.6, 0.8, 1.0, 1.2 }, { 1e-3, 3e-3, 1e-2 }

-- One call of C makes all steps of a variant.
local twists, wrenches = bristle.array(3 * steps), bristle.array(3 * steps)
for k = 1, steps do twists[3 * k - 2] = acceleration * k * dt end

-- One solver serves all variants: its tune names the numbers that they change.
local pad = bristle.jit(spec, { backend = "kernel",
  set = { tune = { mu_c = { 0.2, 2 }, mu_s = { 0.2, 2 }, v_s = { 1e-4, 0.1 } } } })

local function run(mu, v_s)
  pad:state():tune({ mu_c = mu, mu_s = 1.2 * mu, v_s = v_s }):step_many(steps, twists, fn, dt, wrenches)
  local force = {}
  for k = 1, steps do force[k] = -wrenches[3 * k - 2] end
  return force
end

local curves = {}
print("  mu    v_s (mm/s)   most (N)   at 20 mm/s (N)")
for _, mu in ipairs(mus) do
  for _, v_s in ipairs(speeds) do
    local force = run(mu, v_s)
    print(("%4.1f %13.0f %10.3f %16.3f"):format(mu, 1e3 * v_s, math.max(table.unpack(force)), force[steps]))
    curves[#curves + 1] = { title = ("mu %.1f, v_s %.0f mm/s"):format(mu, 1e3 * v_s), force = force, v_s = v_s }
  end
end

if not picture then return end
local gnuplot = assert(io.popen("gnuplot", "w"))
gnuplot:write("set terminal ", picture:match("%.png$") and "pngcairo" or "svg", " size 700,450 background rgb 'white'\n",
  ("set output %q\n"):format(picture), "set xlabel 'speed (mm/s)'\nset ylabel 'friction (N)'\nset key off\nset grid\n")
for i, curve in ipairs(curves) do
  gnuplot:write("$c", i, " << EOD\n")
  for k = 1, steps, 10 do
    gnuplot:write(("%g %g\n"):format(1e3 * acceleration * k * dt, curve.force[k]))
  end
  gnuplot:write("EOD\n")
end
local colour = { [1e-3] = "#1b6ca8", [3e-3] = "#c2571a", [1e-2] = "#3a7d44" }
local lines = {}
for i, curve in ipairs(curves) do lines[i] = ("$c%d with lines lc rgb '%s'"):format(i, colour[curve.v_s]) end
gnuplot:write("set label 1 'v_s = 1, 3, 10 mm/s: blue, orange, green' at graph 0.98, 0.05 right\n",
  "plot ", table.concat(lines, ", "), "\n")
assert(gnuplot:close(), "gnuplot failed")
print(picture)
