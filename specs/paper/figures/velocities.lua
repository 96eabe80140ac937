-- velocities.lua: Figs. 5, 10, 13, 17 and 19 to 22 of the planar-LuGre paper: a
-- contact whose centre of pressure follows a given velocity.
return function(context)
local lib, profile = context.lib, context.profile
local force, torque = { "fx", "fy" }, { "tau" }
local hertz = "1 N on 21 x 21 cells of 0.02 x 0.02 m, Table I with p = 1, explicit Euler steps of 1e-5 s."

-- ---- runs ----------------------------------------------------------------------------

local function distributed(surface, more)
  local how = { surface = surface }
  for key, value in pairs(more or {}) do how[key] = value end
  return profile.keep(how)
end

-- The reduced model with the paper's settings.
local function reduced(surface)
  return profile.keep { surface = surface, model = "reduced", more = profile.papers_reduced, name = "paper's" }
end

-- The reduced model that a spec gets by itself: exact integrals over the cells, a
-- potential table within 1e-3, matched torsion, exponential steps of 1 ms.
local function default(surface)
  return profile.keep { surface = surface, exact = true, model = "reduced", step = "exponential", dt = 1e-3, every = 5 }
end

local function ellipsoid(surface)
  return profile.keep { surface = surface, model = "ellipsoid", more = { torsion = "paper" }, name = "ellipsoid" }
end

-- The distributed model and the ellipsoid that a spec gets by itself: exact integrals
-- over the cells, exponential steps of 1 ms, matched torsion.
local function default_of(model, surface)
  return profile.keep { surface = surface, exact = true, model = model, step = "exponential", dt = 1e-3, every = 5 }
end

-- ---- panels ---------------------------------------------------------------------------

local function velocity_panels(rows)
  local function line(y, title, i) return { rows = rows, x = "t", y = y, title = title, colour = lib.colours[i] } end
  return { x = "t (s)", y = "velocity (m/s)", lines = { line("vx", "vx", 1), line("vy", "vy", 2) } },
    { x = "t (s)", y = "w (rad/s)", lines = { line("w", "w", 3) } }
end

-- sources: { rows, suffix of members, title, look }.
local function force_panel(title, sources)
  local panel = { title = title, x = "t (s)", y = "force (N)", lines = {} }
  for _, name in ipairs(force) do
    for _, s in ipairs(sources) do
      panel.lines[#panel.lines + 1] = { rows = s[1], x = "t", y = name .. s[2], title = name .. ", " .. s[3],
        colour = lib.colours[name == "fx" and 1 or 2], style = s.style, dash = s.dash, width = s.width }
    end
  end
  return panel
end

local function torque_panel(title, sources)
  local panel = { title = title, x = "t (s)", y = "torque (N m)", lines = {} }
  for _, s in ipairs(sources) do
    panel.lines[#panel.lines + 1] = { rows = s[1], x = "t", y = "tau" .. s[2], title = "tau, " .. s[3],
      colour = lib.colours[3], style = s.style, dash = s.dash, width = s.width }
  end
  return panel
end

-- ---- comparisons -------------------------------------------------------------------------

local function against_authors(rows, surface, model)
  local theirs = profile.authors(surface)
  local ours = profile.at_their_times(rows, theirs)
  local end_of = "_" .. model
  return lib.rmse(ours, theirs, force, { "fx" .. end_of, "fy" .. end_of }), lib.rmse(ours, theirs, torque, { "tau" .. end_of })
end

-- RMSE over the largest value of b, as Fig. 9 has it.
local function relative(a, b)
  return lib.rmse(a, b, force) / lib.largest(b, force), lib.rmse(a, b, torque) / lib.largest(b, torque)
end

local function joined(sources)
  local columns, rows = { "t", "vx", "vy", "w" }, {}
  for k, source in ipairs(sources) do
    for i, row in ipairs(source[1]) do
      rows[i] = rows[i] or { t = row.t, vx = row.vx, vy = row.vy, w = row.w }
      for _, name in ipairs { "fx", "fy", "tau" } do rows[i][name .. "_" .. source[2]] = row[name] end
    end
    for _, name in ipairs { "fx", "fy", "tau" } do columns[#columns + 1] = name .. "_" .. source[2] end
  end
  return columns, rows
end

-- ---- the figures ---------------------------------------------------------------------------

local function figure_5()
  local rows, theirs = distributed "circle", profile.authors "circle"
  local f, tau = against_authors(rows, "circle", "dist")
  local v, w = velocity_panels(rows)
  local def = default_of("distributed", "circle")
  local f_def, tau_def = relative(def, rows)
  local columns, csv = joined { { rows, "distributed" }, { def, "default" } }
  return {
    columns = columns, rows = csv,
    plot = { columns = 2, width = 1000, height = 520, panels = { v,
      force_panel(("RMSE to the authors' program %s N"):format(lib.short(f)), { { rows, "", "bristle" }, { theirs, "_dist", "authors", style = "points" }, { def, "", "default", dash = 2, width = 1 } }),
      w, torque_panel(("RMSE to the authors' program %s N m"):format(lib.short(tau)), { { rows, "", "bristle" }, { theirs, "_dist", "authors", style = "points" }, { def, "", "default", dash = 2, width = 1 } }) } },
    bars = { { what = "force, RMSE to the authors' program (N)", value = f, most = 1e-11 },
      { what = "torque, RMSE to the authors' program (N m)", value = tau, most = 1e-13 },
      { what = "force, bristle's defaults to the paper's settings, RMSE over the largest", value = f_def, most = 0.02 },
      { what = "torque, bristle's defaults to the paper's settings, RMSE over the largest", value = tau_def, most = 0.05 } },
  }
end

-- Steady sliding of a line whose centre of rotation moves along it.
local function figure_10()
  local bristle = require "bristle"
  local single = bristle.jit(profile.spec { surface = "line", p = 0 }, { backend = "cc" })
  local exact = bristle.jit(profile.spec { surface = "line", p = 0, more = { grid = { 1, 21 }, size = { 2e-6, 0.02 }, pressure = bristle.rectangle {} } }, { backend = "cc" })
  local cell, rows, stepped, bilinear, worst = 0.02 / 21, {}, 0, 0, 0
  for k = 0, 2000 do
    local y = 0.0125 * k / 2000
    -- Between the two nearest corners of cells, PL (21).
    local low = math.floor(y / cell + 0.5) - 0.5
    local share, f = y / cell - low, {}
    for corner = 0, 1 do f[corner] = (single:steady({ (low + corner) * cell, 0, 1 }, 1)) end
    local row = { y = y, single = (single:steady({ y, 0, 1 }, 1)), between = (1 - share) * f[0] + share * f[1],
      exact = (exact:limit({ y, 0, 1 }, 1)), line = -math.min(1, y / 0.01) }
    rows[#rows + 1] = row
    worst = math.max(worst, math.abs(row.between - row.line))
    stepped = stepped + (row.single - row.line) ^ 2
    bilinear = bilinear + (row.exact - row.line) ^ 2
  end
  stepped, bilinear = math.sqrt(stepped / #rows), math.sqrt(bilinear / #rows)
  return {
    columns = { "y", "single", "between", "exact", "line" }, rows = rows,
    plot = { width = 900, height = 380, panels = { { title = ("RMSE to an exact line: midpoints %s, bilinear at most %s, exact cell integrals %s")
      :format(lib.short(stepped), lib.short(worst), lib.short(bilinear)), x = "distance of the centre of rotation from the middle (m)", y = "fx / (mu fn)",
      lines = { { rows = rows, x = "y", y = "single", title = "midpoints of cells, (19)", all = true },
        { rows = rows, x = "y", y = "between", title = "bilinear, (21)", width = 3, colour = "#f5a742" },
        { rows = rows, x = "y", y = "exact", title = "exact integrals (default)", colour = "#2e7d32" } } } } },
    bars = { { what = "bilinear (21), largest distance from an exact line", value = worst, most = 1e-12 },
      { what = "exact integrals, RMSE to an exact line", value = bilinear, most = 1e-4 },
      { what = "midpoints (19), RMSE to an exact line", value = stepped, most = 0.03, least = 0.02 } },
  }
end

-- A reduced model beside the distributed one; with the authors' traces if they exist.
local function compared(surface, most)
  return function()
    local d, r = distributed(surface), reduced(surface)
    local def = most.default and default(surface)
    local f, tau = relative(r, d)
    local columns, csv = joined { { d, "distributed" }, { r, "reduced" }, def and { def, "default" } }
    local bars = { { what = "force, reduced to distributed, RMSE over the largest", value = f, most = most.f },
      { what = "torque, reduced to distributed, RMSE over the largest", value = tau, most = most.tau } }
    local sources = { { d, "", "distributed", width = 3, dash = 3 }, { r, "", "reduced" } }
    local title = ("reduced to distributed: RMSE over the largest %s (force)"):format(lib.short(f))
    local title2 = ("reduced to distributed: RMSE over the largest %s (torque)"):format(lib.short(tau))
    if most.authors then
      local theirs = profile.authors(surface)
      local fa, ta = against_authors(r, surface, "red")
      local fd, td = against_authors(d, surface, "dist")
      sources[#sources + 1] = { theirs, "_red", "authors, reduced", style = "points" }
      title = title .. ("; to the authors' reduced trace %s N"):format(lib.short(fa))
      title2 = title2 .. ("; to the authors' reduced trace %s N m"):format(lib.short(ta))
      for _, bar in ipairs { { "force, distributed, RMSE to the authors (N)", fd, 1e-11 }, { "torque, distributed, RMSE to the authors (N m)", td, 1e-13 },
        { "force, reduced, RMSE to the authors (N)", fa, most.authors }, { "torque, reduced, RMSE to the authors (N m)", ta, 0.01 * most.authors } } do
        bars[#bars + 1] = { what = bar[1], value = bar[2], most = bar[3] }
      end
    end
    if def then
      sources[#sources + 1] = { def, "", "reduced by default", dash = 2, width = 1 }
      local fdef, tdef = relative(def, d)
      bars[#bars + 1] = { what = "force, default reduced model to distributed, RMSE over the largest", value = fdef, most = most.default }
      bars[#bars + 1] = { what = "torque, default reduced model to distributed, RMSE over the largest", value = tdef, most = most.default_tau or most.default }
    end
    return { columns = columns, rows = csv, bars = bars,
      plot = { width = 1000, height = 560, panels = { force_panel(title, sources), torque_panel(title2, sources) } } }
  end
end

local function figure_13()
  local d, e = distributed "circle", ellipsoid "circle"
  local f, tau = relative(e, d)
  local def = default_of("ellipsoid", "circle")
  local f_def, tau_def = relative(def, d)
  local columns, csv = joined { { d, "distributed" }, { e, "ellipsoid" }, { def, "default" } }
  local sources = { { d, "", "distributed", width = 3, dash = 3 }, { e, "", "ellipsoid" }, { def, "", "ellipsoid by default", dash = 2, width = 1 } }
  return { columns = columns, rows = csv,
    plot = { width = 1000, height = 560, panels = { force_panel(("ellipsoid to distributed: RMSE over the largest %s (force), %s (torque)")
      :format(lib.short(f), lib.short(tau)), sources), torque_panel("", sources) } },
    bars = { { what = "force, ellipsoid to distributed, RMSE over the largest", value = f, most = 0.06, least = 0.03 },
      { what = "torque, ellipsoid to distributed, RMSE over the largest", value = tau, most = 0.07, least = 0.03 },
      { what = "force, default ellipsoid to distributed, RMSE over the largest", value = f_def, most = 0.06, least = 0.03 },
      { what = "torque, default ellipsoid to distributed, RMSE over the largest", value = tau_def, most = 0.08, least = 0.03 } } }
end

-- ---- Fig. 22 -----------------------------------------------------------------------------

local function quartiles(values)
  table.sort(values)
  local function at(share)
    local k = 1 + share * (#values - 1)
    local low = math.floor(k)
    return values[low] + (k - low) * ((values[low + 1] or values[low]) - values[low])
  end
  return at(0.25), at(0.5), at(0.75)
end

local function box(name, a, d)
  local values = {}
  for i = 1, #d do values[i] = math.sqrt((a[i].fx - d[i].fx) ^ 2 + (a[i].fy - d[i].fy) ^ 2) end
  local q1, middle, q3 = quartiles(values)
  local low, high = math.huge, -math.huge
  for _, v in ipairs(values) do
    if v >= q1 - 1.5 * (q3 - q1) then low = math.min(low, v) end
    if v <= q3 + 1.5 * (q3 - q1) then high = math.max(high, v) end
  end
  return { name = name, low = low, q1 = q1, median = middle, q3 = q3, high = high }
end

local function figure_22()
  local rows, panels, bars = {}, {}, {}
  local marks, shift = { limit = {}, ellipse = {}, default = {} }, { limit = -0.27, ellipse = 0, default = 0.27 }
  local names = {}
  for k, surface in ipairs { "circle", "square", "line", "gradient_line", "nonconvex1", "nonconvex2" } do
    local d = distributed(surface)
    local exact = default_of("distributed", surface)
    local boxes = { limit = box(surface, reduced(surface), d), ellipse = box(surface, ellipsoid(surface), d),
      default = box(surface, default(surface), exact) }
    for kind, from in pairs(boxes) do
      from.model = kind
      rows[#rows + 1] = from
      local x = k + shift[kind]
      local function at(y, gap) marks[kind][#marks[kind] + 1] = gap and { gap = true } or { x = y[1], y = y[2] } end
      for _, corner in ipairs { { x - .1, from.q1 }, { x + .1, from.q1 }, { x + .1, from.q3 }, { x - .1, from.q3 }, { x - .1, from.q1 } } do at(corner) end
      at(nil, true) at { x - .1, from.median } at { x + .1, from.median }
      at(nil, true) at { x, from.q1 } at { x, from.low }
      at(nil, true) at { x, from.q3 } at { x, from.high } at(nil, true)
    end
    names[k] = ('"%s" %d'):format(profile.titles[surface]:gsub(" ", "\\n"), k)
    bars[#bars + 1] = { what = profile.titles[surface] .. ": RMSE with the limit surface over that with the ellipsoid",
      value = lib.rmse(reduced(surface), d, force) / lib.rmse(ellipsoid(surface), d, force), most = 0.5 }
    bars[#bars + 1] = { what = profile.titles[surface] .. ": RMSE by default, to cells by default, over that with the ellipsoid",
      value = lib.rmse(default(surface), exact, force) / lib.rmse(ellipsoid(surface), d, force), most = 0.5 }
  end
  table.sort(rows, function(a, b) return a.name .. a.model < b.name .. b.model end)
  return { columns = { "name", "model", "low", "q1", "median", "q3", "high" }, rows = rows, bars = bars,
    plot = { width = 900, height = 420, panels = { { title = "error of the force to the distributed model", y = "error (N)",
      more = ("set xtics (%s)\nset ytics autofreq\nset bmargin 4\nset xrange [0.4:6.6]"):format(table.concat(names, ", ")),
      lines = { { rows = marks.limit, x = "x", y = "y", title = "reduced, limit surface", all = true },
        { rows = marks.ellipse, x = "x", y = "y", title = "reduced, ellipsoid", all = true },
        { rows = marks.default, x = "x", y = "y", title = "reduced, default", all = true } } } } } }
end

local table_differs = "By default bristle integrates the pressure exactly over the cells, so that the torque of a disc is 4 % nearer to the disc's own. " ..
  "The two tables of the limit surface sample it at other directions: the authors' table two angles, bristle's three faces of a cube, " ..
  "with about as many points; the authors' maximum in (29) and the misprints of (31) (a sign; (32) is right) and (44) do not enter. With their table the reference follows their reduced trace to 5e-12."

return {
  { id = "5", place = 5, name = "fig_05", heading = "Fig. 5", title = "the velocity profile, and the distributed model on a circle", make = figure_5,
    shows = "A spin, a slide along x through the spin, one along y, and their ends; friction at the centre of pressure. " .. hertz,
    agrees = "The traces of the authors' program, to the rounding of their sums.",
    differs = "Nothing, with the paper's mask of the disc. A mask puts the rim at centres of cells; bristle's default integrates the pressure over each cell." },
  { id = "10", place = 10, name = "fig_10", heading = "Fig. 10", title = "steps of the force on a line, and what removes them", make = figure_10,
    shows = "Steady friction of a line of 21 cells while the centre of rotation moves along the line, p = 0.",
    agrees = "Midpoints give 21 steps, bilinear interpolation (21) between the corners of the cell gives the exact line.",
    differs = "bristle's default integrates each cell in closed form, so its limit surface has no steps and needs no interpolation." },
  { id = "13", place = 13, name = "fig_13", heading = "Fig. 13", title = "the ellipsoid beside the distributed model", make = figure_13,
    shows = "The reduced model whose limit surface is an ellipsoid, on the profile of Fig. 5.",
    agrees = "The ellipsoid has too much torque while the contact slides, and too much force where it spins and slides slowly, as in the paper." },
  { id = "17", place = 17, name = "fig_17", heading = "Fig. 17", title = "the reduced model on a circle", make = compared("circle", { f = 0.002, tau = 0.006, authors = 1e-3, default = 0.018, default_tau = 0.05 }),
    shows = "The reduced model with a table of the limit surface (N_ls = 20) beside the distributed model. " .. hertz,
    agrees = "The reduced model follows the distributed model, and the authors' reduced model follows bristle's.", differs = table_differs },
  { id = "19", place = 19, name = "fig_19", heading = "Fig. 19", title = "the reduced model on a gradient line", make = compared("gradient_line", { f = 0.025, tau = 0.03, authors = 1.2e-3, default = 0.03, default_tau = 0.035 }),
    shows = "The same on a line whose pressure rises along y; pure spin about its centre of pressure has a tangential force.",
    agrees = "The steps of the distributed model, and their absence in the reduced model.", differs = table_differs },
  { id = "20", place = 20, name = "fig_20", heading = "Fig. 20", title = "the reduced model on two islands (non-convex 1)", make = compared("nonconvex1", { f = 0.014, tau = 0.014, authors = 3.5e-3, default = 0.018 }),
    shows = "The same on two squares of a seventh of the side at both ends of the x axis.",
    agrees = "The map is the authors', cell for cell.", differs = table_differs },
  { id = "21", place = 21, name = "fig_21", heading = "Fig. 21", title = "the reduced model on a second non-convex map", make = compared("nonconvex2", { f = 5e-3, tau = 6e-3, default = 0.02 }),
    shows = "The same on an angle of two bars whose pressure rises towards larger x and y.",
    differs = "The paper does not print the pressure of its second non-convex surface, so this map is another one and nothing of the authors can be laid over it." },
  { id = "22", place = 22, name = "fig_22", heading = "Fig. 22", title = "errors of the reduced model with limit surface and with ellipsoid", make = figure_22,
    shows = "Distance of the force from that of the distributed model along the profile: quartiles, median, and the last values within 1.5 times their distance.",
    agrees = "The table of the limit surface beats the ellipsoid on each surface; the line with a gradient has the largest error left, because the distributed model steps.",
    differs = "The last surface is the map of Fig. 21, not the paper's." },
}
end
