-- pads.lua: Figs. 18 and 33 of the planar-LuGre paper: samples of a limit surface,
-- and pads whose pressure depends on the load.
return function(context)
local bristle = require "bristle"
local lib, profile = context.lib, context.profile

-- ---- Fig. 18: the polar table ----------------------------------------------------------

-- The wrench of a disc of radius 1, torque over 2/3, for the angles of (33).
local function disc_at(theta, phi)
  local f, torque = 0, 2 / 3
  if phi > math.pi / 2 - 1e-12 then f, torque = 1, 0
  elseif phi > 1e-12 then f, torque = lib.disc(math.tan(phi) * 2 / 3) end -- r is 2/3 of the radius
  return { f * math.cos(theta), f * math.sin(theta), torque * 1.5 }
end

-- The largest error of (41) at the middles of the table's cells, and their number.
local function polar_error(n)
  local worst, step, cells = 0, math.pi / 2 / n, 0
  for i = 0, 4 * n - 1 do
    for j = 0, n - 1 do
      local exact, mean = disc_at((i + 0.5) * step, (j + 0.5) * step), { 0, 0, 0 }
      for corner = 0, 3 do
        local at = disc_at((i + corner % 2) * step, (j + corner // 2) * step)
        for d = 1, 3 do mean[d] = mean[d] + at[d] / 4 end
      end
      for d = 1, 3 do worst = math.max(worst, math.abs(mean[d] - exact[d])) end
      cells = cells + 1
    end
  end
  return worst, cells
end

-- The same of bristle's table by default.
local function default_error()
  local pad <close> = bristle.open(profile.spec { surface = "circle", exact = true, n = 61, p = 0, model = "reduced" })
  local jit, worst, r = pad:jit("kernel"), 0, 0.02 / 3
  for j = 0, 40 do
    for i = 0, 40 do
      local theta, phi = math.pi / 20 * i, math.pi / 80 * j
      local v = r * math.sin(phi)
      local fx, fy, tau = jit:limit({ v * math.cos(theta), v * math.sin(theta), math.cos(phi) }, 1)
      local exact = disc_at(theta, phi)
      worst = math.max(worst, math.abs(fx + exact[1]), math.abs(fy + exact[2]), math.abs(tau / r + exact[3]))
    end
  end
  return worst
end

local function figure_18()
  local net, marks, rows, n = {}, {}, {}, 20
  local function at(i, j)
    local theta, phi = math.pi / 2 * i / n, math.pi / 2 * j / n
    return { x = math.sin(phi) * math.cos(theta), y = math.sin(phi) * math.sin(theta), z = math.cos(phi) }
  end
  for j = 0, n do
    for i = 0, 4 * n do net[#net + 1] = at(i, j) end
    net[#net + 1] = { gap = true }
  end
  for _, corner in ipairs { { 67, 12 }, { 68, 12 }, { 68, 13 }, { 67, 13 } } do marks[#marks + 1] = at(corner[1], corner[2]) end
  for k, resolution in ipairs { 5, 10, 20, 40, 80 } do
    local worst, cells = polar_error(resolution)
    rows[k] = { n = resolution, cells = cells, error = worst }
  end
  local default = default_error()
  return { columns = { "n", "cells", "error" }, rows = rows,
    plot = { columns = 2, width = 1000, height = 460, panels = {
      { is_space = true, title = "the directions of (33), N_ls = 20, and the corners of one cell", x = "vx / r'", y = "vy / r'",
        more = "set view 55, 30, 1, 1.1\nset zlabel 'w' rotate\nset hidden3d\nset xyplane 0\nset xtics 0.5\nset ytics 0.5\nset ztics 0.5",
        lines = { { rows = net, x = "x", y = "y", z = "z", width = 0.6, all = true, title = "samples" },
          { rows = marks, x = "x", y = "y", z = "z", style = "points", width = 1.2, colour = "#b63a2b", title = "a cell" } } },
      { title = "largest error of (41) in the middles of cells, a disc in closed form", x = "N_ls", y = "error / (mu fn), / (mu fn r)",
        more = "set logscale xy\nset ytics autofreq\nset format y '%.0e'\nset xtics (5, 10, 20, 40, 80)",
        lines = { { rows = rows, x = "n", y = "error", style = "both", title = "polar table (41)" },
          { rows = { { n = 5, error = default }, { n = 80, error = default } }, x = "n", y = "error", dash = 2, title = "bristle's table by default", colour = "#2e7d32" } } } } },
    bars = { { what = "cells of the table at N_ls = 20; the paper: 4 N_ls^2", value = rows[3].cells, most = 1600, least = 1600 },
      { what = "largest error of the polar table at N_ls = 20", value = rows[3].error, most = 8e-3, least = 4e-3 },
      { what = "error at N_ls = 10 over that at 40 (order 2: 16)", value = rows[2].error / rows[4].error, most = 18, least = 8 },
      { what = "bristle's default table to the disc's closed form", value = default, most = 1.6e-3 } } }
end

-- ---- Fig. 33: pads that depend on the load ------------------------------------------------

-- The gamma function by Lanczos' sum, 14 digits.
local function gamma(x)
  if x < 0.5 then return math.pi / (math.sin(math.pi * x) * gamma(1 - x)) end
  local sum = 0.99999999999980993
  for k, c in ipairs { 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905,
    -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7 } do sum = sum + c / (x - 1 + k) end
  local t = x + 6.5
  return math.sqrt(2 * math.pi) * t ^ (x - 0.5) * math.exp(-t) * sum
end

-- The pressure (44) over x, kPa over mm, scaled to fn: the mean of (1 - s^k)^(1/k)
-- over a disc of radius 1 is 2/k gamma(2/k) gamma(1 + 1/k)/gamma(1 + 3/k).
local function pressure(fn, k, a)
  local rows, mean = {}, 2 / k * gamma(2 / k) * gamma(1 + 1 / k) / gamma(1 + 3 / k)
  for i = -60, 60 do
    rows[#rows + 1] = { x = a * i / 60 * 1e3, p = fn / (math.pi * a * a * mean) * math.max(0, 1 - math.abs(i / 60) ^ k) ^ (1 / k) / 1e3 }
  end
  return rows
end

local function figure_33()
  local panels, rows, bars, torques = {}, {}, {}, {}
  for kind, set in ipairs { { k = 2, k_per_newton = 0 }, { k = 0, k_per_newton = 2 } } do
    local lines, worst, curve = {}, 0, {}
    local model <close> = bristle.open("specs/paper/soft_pad_fn.lua", set)
    local jit = model:jit("tcc")
    for step = 0, 18 do
      local fn = 0.82 + 1.82 * step / 18
      local k, a = set.k + set.k_per_newton * fn, 6 * fn ^ (1 / 3) * 0.02 / 21
      local _, _, tau = jit:limit({ 0, 0, 1 }, fn)
      local exact = a * 0.75 * gamma(3 / k) ^ 2 / (gamma(2 / k) * gamma(4 / k)) * fn
      worst = math.max(worst, math.abs(-tau / exact - 1))
      curve[#curve + 1] = { fn = fn, tau = -tau, exact = exact }
      rows[#rows + 1] = { surface = kind, fn = fn, k = k, radius = a, torque = -tau, exact = exact }
      if step % 9 == 0 then lines[#lines + 1] = { rows = pressure(fn, k, a), x = "x", y = "p", title = ("%.2f N"):format(fn), all = true } end
    end
    panels[#panels + 1] = { title = kind == 1 and "surface 1: k = 2" or "surface 2: k = 2 fn", x = "place (mm)", y = "pressure (kPa)", lines = lines }
    torques[#torques + 1] = { rows = curve, x = "fn", y = "tau", title = ("solver, %d"):format(kind), colour = lib.colours[kind] }
    torques[#torques + 1] = { rows = curve, x = "fn", y = "exact", title = ("exact, %d"):format(kind), style = "points", colour = lib.colours[kind] }
    bars[#bars + 1] = { what = ("surface %d: largest torque of the solver to its closed form, relative (the table over the load: 1e-2)"):format(kind), value = worst, most = 0.012 }
  end
  panels[3] = { title = "torque of a spin, both surfaces", x = "fn (N)", y = "torque (N m)", more = "set xtics 0.5\nset ytics 0.002", lines = torques }
  return { columns = { "surface", "fn", "k", "radius", "torque", "exact" }, rows = rows, bars = bars,
    plot = { columns = 3, width = 1180, height = 400, panels = panels } }
end

return {
  { id = "18", place = 18, name = "fig_18", heading = "Fig. 18", title = "samples of the limit surface", make = figure_18,
    shows = "The directions of twists at which the paper samples the limit surface, and what bilinear interpolation between them costs on a disc, whose surface has a closed form.",
    agrees = "4 N_ls^2 cells; the error falls with the square of N_ls.",
    differs = "By default bristle stores one potential as a spline, proven within 1e-3, in a few hundred bytes; `limit_surface = { resolution = 20 }` samples as many directions as the paper." },
  { id = "33", place = 33, name = "fig_33", heading = "Fig. 33", title = "pads whose pressure depends on the load", make = figure_33,
    shows = "The pressure (44) of both pads at three loads, scaled to the load, and the torque that holds a spin.",
    agrees = "The contact grows with the load; with k = 2 fn its pressure becomes even.",
    differs = "The factor of (44), see the overview; (43) has no unit: a counts cells of the 21 x 21 grid." },
}
end
