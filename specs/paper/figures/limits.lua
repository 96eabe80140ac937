-- limits.lua: Figs. 14 to 16 of the planar-LuGre paper: limit curves, the limit
-- surface of a gradient line, and the point about which a turn has no force.
return function(context)
local bristle = require "bristle"
local lib, profile = context.lib, context.profile

-- A contact with p = 0 (Coulomb friction) and exact integrals over n x n cells.
local function contact(pressure, n, size)
  return lib.once(("limit %s %s"):format(n[1], tostring(pressure)), function()
    return bristle.open(profile.spec { surface = "square", p = 0, more = { grid = n, size = size or { 0.02, 0.02 }, pressure = pressure } })
  end)
end

local thin = { 2e-4, 0.02 }
local curves = {
  { "circle", bristle.disc { radius = 0.01 }, { 101, 101 } },
  { "square", bristle.rectangle {}, { 101, 101 } },
  { "line, vx", bristle.rectangle {}, { 1, 101 }, thin, 0 },
  { "line, vy", bristle.rectangle {}, { 1, 101 }, thin, math.pi / 2 },
}

local function figure_14()
  local rows, lines, bars, marks = {}, {}, {}, {}
  local ellipse = {}
  for k = 0, 300 do ellipse[k + 1] = { f = math.cos(math.pi / 600 * k), tau = math.sin(math.pi / 600 * k) } end
  lines[1] = { rows = ellipse, x = "f", y = "tau", title = "ellipsoid", dash = 2, colour = "#888888" }
  for c, curve in ipairs(curves) do
    local pad = contact(curve[2], curve[3], curve[4]):jit("kernel")
    local angle = curve[5] or 0
    local _, _, spin = pad:limit({ 0, 0, 1 }, 1)
    local list, worst = {}, 0
    for k = 0, 300 do
      local a = math.pi / 600 * k
      local v, w = 0.011 * math.cos(a), math.sin(a)
      local fx, fy, tau = pad:limit({ v * math.cos(angle), v * math.sin(angle), w }, 1)
      local row = { curve = curve[1], v = v, w = w, f = math.abs(fx * math.cos(angle) + fy * math.sin(angle)), tau = tau / spin }
      list[#list + 1], rows[#rows + 1] = row, row
      if c == 1 and k > 0 and k < 300 then
        local f, t = lib.disc(v / (0.01 * w))
        worst = math.max(worst, math.abs(row.f - f), math.abs(row.tau - t / (2 / 3)))
      end
      if k == 75 or k == 150 or k == 225 then marks[#marks + 1] = row end
    end
    lines[#lines + 1] = { rows = list, x = "f", y = "tau", title = curve[1], colour = lib.colours[c] }
    if c == 1 then bars[1] = { what = "circle of 101 x 101 cells to the closed form with elliptic integrals, largest distance", value = worst, most = 2e-4 } end
    if c == 3 then
      -- A line across its slip: tau/tau_max = 1 - (f/f_max)^2.
      local off = 0
      for _, row in ipairs(list) do off = math.max(off, math.abs(row.tau - (1 - row.f ^ 2))) end
      bars[#bars + 1] = { what = "line across its slip to the parabola 1 - f^2, largest distance", value = off, most = 3e-4 }
    end
  end
  for _, k in ipairs { 75, 150, 225 } do marks[#marks + 1] = ellipse[k + 1] end
  lines[#lines + 1] = { rows = marks, x = "f", y = "tau", title = "same velocities", style = "points", colour = "#000000" }
  return { columns = { "curve", "v", "w", "f", "tau" }, rows = rows, bars = bars,
    plot = { width = 760, height = 560, panels = { { title = ("circle to its closed form: %s at most"):format(lib.short(bars[1].value)), x = "force / largest force", y = "torque / largest torque",
      more = "set xrange [0:1.05]\nset yrange [0:1.05]\nset size ratio -1", lines = lines } } } }
end

-- ---- Fig. 15 ------------------------------------------------------------------------

local function gradient()
  return contact(bristle.gradient_line { length = 0.02 }, { 21, 21 })
end

-- The normalised wrench at the CoP for that direction of the twist there.
local function normalised()
  local model = gradient()
  local cop, r = model:check().cop, model:check().r
  local pad = model:jit("kernel")
  local most = { 0, 0, 0 }
  local function at(a, b)
    local vx, vy, w = r * math.cos(b) * math.cos(a), r * math.cos(b) * math.sin(a), math.sin(b)
    local fx, fy, tau = pad:limit({ vx + w * cop[2], vy - w * cop[1], w }, 1)
    return -fx, -fy, -(tau - cop[1] * fy + cop[2] * fx)
  end
  for i = -32, 32 do
    for j = 0, 63 do
      for d, value in ipairs { at(2 * math.pi * j / 64, math.pi * i / 64) } do most[d] = math.max(most[d], math.abs(value)) end
    end
  end
  return at, most
end

local function figure_15()
  local at, most = normalised()
  local rows, net, points, worst = {}, {}, {}, 0
  for i = 0, 32 do
    for j = 0, 64 do
      local b, a = math.pi * (i / 32 - 0.5), 2 * math.pi * j / 64
      local x, y, z = at(a, b)
      local row = { a = a, b = b, fx = x / most[1], fy = y / most[2], tau = z / most[3] }
      local ox, oy, oz = at(a + math.pi, -b)
      worst = math.max(worst, math.abs(x + ox), math.abs(y + oy), 100 * math.abs(z + oz))
      rows[#rows + 1], net[#net + 1] = row, row
      if j < 64 then points[#points + 1] = ("[%.4g,%.4g,%.4g]"):format(row.fx, row.fy, row.tau) end
    end
    net[#net + 1] = { gap = true }
  end
  return { columns = { "a", "b", "fx", "fy", "tau" }, rows = rows,
    bars = { { what = "the surface is odd, L(-V) = -L(V), largest distance (N, 0.01 N m)", value = worst, most = 1e-12 } },
    html = '<div class="script-only"><p>The same surface to turn: drag it.</p>\n<canvas id="surface" width="900" height="560"></canvas></div>\n' ..
      '<script type="application/json" id="surface-data">{"rows":33,"columns":64,"points":[' .. table.concat(points, ",") .. "]}</script>\n",
    plot = { width = 800, height = 600, panels = { { is_space = true, x = "fx / largest", y = "fy / largest", title = ("odd to %s"):format(lib.short(worst)),
      more = "set view 62, 35, 1, 0.9\nset zlabel 'torque / largest' rotate\nset hidden3d\nset xyplane 0.05",
      lines = { { rows = net, x = "fx", y = "fy", z = "tau", width = 0.6, all = true } } } } } }
end

-- ---- Fig. 16 --------------------------------------------------------------------------

-- The point about which a turn has no force, by bisection along y.
local function still_point(pad, low, high)
  for _ = 1, 60 do
    local middle = (low + high) / 2
    if pad:limit({ middle, 0, 1 }, 1) > 0 then low = middle else high = middle end
  end
  return (low + high) / 2
end

local function figure_16()
  local line = bristle.open(profile.spec { surface = "square", p = 0, more = { grid = { 1, 201 }, size = { 4e-5, 0.02 },
    pressure = bristle.gradient_line { length = 0.02 } } })
  local cop = line:check().cop[2]
  local pad = line:jit("kernel")
  local still = still_point(pad, -0.01, 0.01)
  local rows = {}
  for k = 0, 400 do
    local y = -0.01 + 0.02 * k / 400
    rows[#rows + 1] = { y = y, fx = (pad:limit({ y, 0, 1 }, 1)), pressure = (y + 0.01) / 0.02 }
  end
  local at_cop = pad:limit({ cop, 0, 1 }, 1)
  return { columns = { "y", "pressure", "fx" }, rows = rows,
    plot = { width = 900, height = 400, panels = { { title = ("CoP %.6f m, p_s %.6f m: a turn about the CoP has a force of %.4f mu fn"):format(cop, still, at_cop),
      x = "place on the line, y (m)", y = "pressure; fx / (mu fn)",
      more = ("set arrow 1 from %.8g, graph 0 to %.8g, graph 1 nohead dt 2 lc rgb '#2e7d32'\nset arrow 2 from %.8g, graph 0 to %.8g, graph 1 nohead dt 3 lc rgb '#b63a2b'")
        :format(cop, cop, still, still),
      lines = { { rows = rows, x = "y", y = "pressure", title = "pressure / largest" }, { rows = rows, x = "y", y = "fx", title = "fx of a turn about y" },
        { rows = { { y = cop, fx = at_cop } }, x = "y", y = "fx", title = "CoP", style = "points", width = 1.4, colour = "#2e7d32" },
        { rows = { { y = still, fx = 0 } }, x = "y", y = "fx", title = "p_s", style = "points", width = 1.4, colour = "#b63a2b" } } } } },
    bars = { { what = "CoP to 2/3 of the length (m)", value = math.abs(cop - (0.04 / 3 - 0.01)), most = 1e-6 },
      { what = "p_s to 1/sqrt(2) of the length (m)", value = math.abs(still - (0.02 / math.sqrt(2) - 0.01)), most = 1e-6 },
      { what = "force of a turn about the CoP to 1 - 8/9 (N)", value = math.abs(math.abs(at_cop) - (1 - 8 / 9)), most = 1e-5 } } }
end

return {
  { id = "14", place = 14, name = "fig_14", heading = "Fig. 14", title = "limit curves and the ellipsoid", make = figure_14,
    shows = "Force over torque of steady sliding, Coulomb friction, 101 x 101 cells; circles mark the same three velocities on each curve.",
    agrees = "The curves look alike, and the places of a velocity on them do not.",
    differs = "bristle integrates the cells exactly; the disc is compared with its closed form." },
  { id = "15", place = 15, name = "fig_15", heading = "Fig. 15", title = "the limit surface of a gradient line", make = figure_15,
    shows = "All wrenches of steady sliding at the centre of pressure over their largest values.", agrees = "The skewed lens of the paper." },
  { id = "16", place = 16, name = "fig_16", heading = "Fig. 16", title = "the centre of pressure and the point of no force", make = figure_16,
    shows = "A line whose pressure rises linearly: a turn about p_s, which halves the pressure, has no tangential force; a turn about the centre of pressure has one.",
    agrees = "Both places are those of the closed form." },
}
end
