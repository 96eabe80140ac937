-- motions.lua: Figs. 6, 23 to 25 and 27 to 35 of the planar-LuGre paper: a disc
-- under oscillating loads, and an object that slips and sticks between two fingers.
return function(context)
local bristle = require "bristle"
local lib = context.lib

-- ---- runs -----------------------------------------------------------------------

-- The rows of the scenario of specs/paper/NAME.lua with these values set.
local function run(name, set)
  local words = {}
  for key, value in pairs(set) do words[#words + 1] = key .. "=" .. tostring(value) end
  table.sort(words)
  return lib.once(name .. " " .. table.concat(words, " "), function()
    local rows = {}
    bristle.sim(("specs/paper/%s.lua"):format(name), { set = set, backend = "kernel", each = function(row)
      local copy = {}
      for key, value in pairs(row) do copy[key] = value end
      rows[#rows + 1] = copy
    end })
    return rows
  end)
end

-- The settings of the paper's reduced model; a map that depends on the load has a
-- table over the load in bristle, where the paper computes its table again.
local function papers(set)
  set.model, set.torsion = "reduced", "paper"
  if not set.is_soft then
    set.quadrature, set["limit_surface.resolution"] = "paper", 20
  end
  set.is_soft = nil
  return set
end

-- ---- comparisons -------------------------------------------------------------------

local function path(rows)
  local sum = 0
  for i = 2, #rows do sum = sum + math.sqrt((rows[i].x - rows[i - 1].x) ^ 2 + (rows[i].y - rows[i - 1].y) ^ 2) end
  return sum
end

-- RMSE of the place over the path of b, and of the angle over the range of b.
local function poses(a, b)
  return lib.rmse(a, b, { "x", "y" }) / path(b), lib.rmse(a, b, { "theta" }) / lib.range(b, "theta")
end

local function joined(sources, names)
  local columns, rows = { "t" }, {}
  for _, source in ipairs(sources) do
    for i, row in ipairs(source[1]) do
      rows[i] = rows[i] or { t = row.t }
      for _, name in ipairs(names) do rows[i][name .. "_" .. source[2]] = row[name] end
    end
    for _, name in ipairs(names) do columns[#columns + 1] = name .. "_" .. source[2] end
  end
  return columns, rows
end

-- ---- drift: Figs. 6 and 23 to 25 -----------------------------------------------------

-- Returns how far the place and the angle of the disc go between these times, which
-- are whole periods of the load apart.
local function creep(rows, from, to)
  local function at(t)
    for _, row in ipairs(rows) do if row.t > t - 1e-9 then return row end end
  end
  local a, b = at(from), at(to)
  return math.sqrt((a.x - b.x) ^ 2 + (a.y - b.y) ^ 2), math.abs(a.theta - b.theta)
end

local function drift(spec, model, most)
  return function()
    local ep = run(spec, { model = model })
    local plain = run(spec, { model = model, elastoplastic = false })
    local x_ep, a_ep = creep(ep, 4, 5)
    local x, a = creep(plain, 4, 5)
    -- The disc as a shape, whose pressure bristle integrates over each cell.
    local has_default = model == "distributed"
    local by_default = has_default and run(spec, { model = model, mask = false })
    local plain_by_default = has_default and run(spec, { model = model, mask = false, elastoplastic = false })
    local sources = { { ep, "ep" }, { plain, "lugre" } }
    if has_default then
      sources[3], sources[4] = { by_default, "ep_default" }, { plain_by_default, "lugre_default" }
    end
    local columns, rows = joined(sources, { "x", "y", "theta" })
    local function panel(name, label, one, two)
      local lines = { { rows = plain, x = "t", y = name, title = "LuGre" }, { rows = ep, x = "t", y = name, title = "elasto-plastic" } }
      if has_default then
        lines[3] = { rows = plain_by_default, x = "t", y = name, title = "LuGre, default", dash = 2, width = 1 }
        lines[4] = { rows = by_default, x = "t", y = name, title = "elasto-plastic, default", dash = 2, width = 1 }
      end
      return { title = ("in three periods, from 4 s to 5 s, LuGre creeps %s, elasto-plastic %s"):format(lib.short(two), lib.short(one)), x = "t (s)", y = label,
        lines = lines }
    end
    local default_bars = {}
    if has_default then
      local x1, a1 = creep(by_default, 4, 5)
      local x2, a2 = creep(plain_by_default, 4, 5)
      default_bars = { { what = "elasto-plastic by default: creep of the place in three periods (m)", value = x1, most = 1e-12 },
        { what = "elasto-plastic by default: creep of the angle in three periods (rad)", value = a1, most = 1e-10 },
        { what = "LuGre by default: creep of the place over that with the mask", value = x2 / x, most = 1.1, least = 0.9 },
        { what = "LuGre by default: creep of the angle over that with the mask", value = a2 / a, most = 1.1, least = 0.8 } }
    end
    local result = { columns = columns, rows = rows,
      plot = { width = 1000, height = 520, panels = { panel("x", "x (m)", x_ep, x), panel("theta", "angle (rad)", a_ep, a) } },
      bars = { { what = "elasto-plastic: creep of the place in three periods (m)", value = x_ep, most = 1e-12 },
        { what = "elasto-plastic: creep of the angle in three periods (rad)", value = a_ep, most = 1e-10 },
        { what = "LuGre: creep of the place in three periods (m)", value = x, most = most.x, least = most.x / 3 },
        { what = "LuGre: creep of the angle in three periods (rad)", value = a, most = most.a, least = most.a / 3 } } }
    for _, bar in ipairs(default_bars) do table.insert(result.bars, bar) end
    return result
  end
end

local function reduced_drift(spec, most)
  return function()
    local result = drift(spec, "reduced", most)()
    local d = run(spec, { model = "distributed", elastoplastic = false })
    local r = run(spec, { model = "reduced", elastoplastic = false })
    -- The paper's law (32), beside bristle's matched torsion.
    local papers_x, papers_a = creep(run(spec, { model = "reduced", torsion = "paper" }), 4, 5)
    result.bars[#result.bars + 1] = { what = "(32), elasto-plastic: creep of the place in three periods (m)", value = papers_x, most = most.papers_x or 1e-12 }
    result.bars[#result.bars + 1] = { what = "(32), elasto-plastic: creep of the angle in three periods (rad)", value = papers_a, most = most.papers_a or 1e-10 }
    result.bars[#result.bars + 1] = { what = "LuGre, reduced to distributed, place at the end, relative", value = math.abs(r[#r].x / d[#d].x - 1), most = most.away }
    return result
  end
end

-- ---- slip and stick: Figs. 27 to 35 ----------------------------------------------------

-- The runs of a spec: both grips, distributed, reduced as in the paper, by default.
local function slip_runs(name, sets)
  local runs = {}
  for k, set in ipairs(sets) do
    local function with(more)
      local all = {}
      for key, value in pairs(set) do all[key] = value end
      for key, value in pairs(more) do all[key] = value end
      return all
    end
    runs[k] = { distributed = run(name, with { model = "distributed" }), reduced = run(name, papers(with { is_soft = name == "soft_pad_fn" })),
      default = run(name, with { model = "reduced" }) }
  end
  return runs
end

local function slip_columns(runs, names)
  local sources = {}
  for k, r in ipairs(runs) do
    for _, model in ipairs { "distributed", "reduced", "default" } do sources[#sources + 1] = { r[model], model .. k } end
  end
  return joined(sources, names)
end

local function panel_of(runs, name, label, title, factor)
  local panel = { title = title, x = "t (s)", y = label, lines = {} }
  for k, r in ipairs(runs) do
    panel.lines[#panel.lines + 1] = { rows = r.distributed, x = "t", y = name, title = "distributed, " .. k, colour = lib.colours[k] }
    panel.lines[#panel.lines + 1] = { rows = r.reduced, x = "t", y = name, title = "reduced, " .. k, colour = lib.colours[k + 2], dash = 2, width = 2 }
  end
  return panel
end

local function pose_figure(name, sets, most)
  return function()
    local runs = slip_runs(name, sets)
    local columns, rows = slip_columns(runs, { "fn", "x", "y", "theta" })
    local bars, said = {}, {}
    for k, r in ipairs(runs) do
      local place, angle = poses(r.reduced, r.distributed)
      local place2, angle2 = poses(r.default, r.distributed)
      bars[#bars + 1] = { what = ("run %d, reduced as in the paper: place, RMSE over the path"):format(k), value = place, most = most[k] }
      bars[#bars + 1] = { what = ("run %d, reduced as in the paper: angle, RMSE over its range"):format(k), value = angle, most = most[k] }
      bars[#bars + 1] = { what = ("run %d, reduced by default: place, RMSE over the path"):format(k), value = place2, most = most[k] }
      bars[#bars + 1] = { what = ("run %d, reduced by default: angle, RMSE over its range"):format(k), value = angle2, most = most[k] }
      said[#said + 1] = ("%d: place %s of the path, angle %s of its range"):format(k, lib.short(place), lib.short(angle))
    end
    local panels = { { title = "normal force", x = "t (s)", y = "fn (N)", lines = {} },
      panel_of(runs, "x", "x (m)", "reduced to distributed, RMSE: " .. table.concat(said, "; ")), panel_of(runs, "y", "y (m)"), panel_of(runs, "theta", "angle (rad)") }
    for k, r in ipairs(runs) do
      panels[1].lines[k] = { rows = r.distributed, x = "t", y = "fn", title = "run " .. k, colour = lib.colours[k] }
    end
    if most.authors then
      local theirs = lib.read_csv("tests/data/slip_case2_circle_reduced.csv", true)
      local ours = {}
      local i = 1
      for _, row in ipairs(theirs) do
        while runs[1].reduced[i].t < row.t - 1e-9 do i = i + 1 end
        ours[#ours + 1] = runs[1].reduced[i]
      end
      local place, angle = poses(ours, theirs)
      panels[2].title = ("RMSE to the authors' reduced run: place %s of the path, angle %s of its range"):format(lib.short(place), lib.short(angle))
      for p, member in ipairs { "x", "y", "theta" } do
        table.insert(panels[p + 1].lines, { rows = theirs, x = "t", y = member, title = "authors, reduced, 1", style = "points", colour = "#000000" })
      end
      table.insert(bars, { what = "run 1, reduced as in the paper, to the authors' run: place, RMSE over the path", value = place, most = most.authors })
      table.insert(bars, { what = "run 1, reduced as in the paper, to the authors' run: angle, RMSE over its range", value = angle, most = most.authors })
    end
    return { columns = columns, rows = rows, bars = bars, plot = { width = 1000, height = 760, panels = panels } }
  end
end

-- The force of one finger, at the grid centre; the largest differences are those of
-- the instants of slip, so the tolerance is on the RMSE.
local function force_figure(name, sets, most)
  return function()
    local runs = slip_runs(name, sets)
    local columns, rows = slip_columns(runs, { "fx", "fy", "tau" })
    local bars, said = {}, {}
    for k, r in ipairs(runs) do
      local f = lib.rmse(r.reduced, r.distributed, { "fx", "fy" }) / lib.largest(r.distributed, { "fx", "fy" })
      local tau = lib.rmse(r.reduced, r.distributed, { "tau" }) / lib.largest(r.distributed, { "tau" })
      bars[#bars + 1] = { what = ("run %d, reduced to distributed: force, RMSE over the largest"):format(k), value = f, most = most[k] }
      bars[#bars + 1] = { what = ("run %d, reduced to distributed: torque, RMSE over the largest"):format(k), value = tau, most = 5 * most[k] }
      local by_default = lib.rmse(r.default, r.distributed, { "fx", "fy" }) / lib.largest(r.distributed, { "fx", "fy" })
      local torque = lib.rmse(r.default, r.distributed, { "tau" }) / lib.largest(r.distributed, { "tau" })
      bars[#bars + 1] = { what = ("run %d, reduced by default to distributed: force, RMSE over the largest"):format(k), value = by_default, most = most[k] }
      bars[#bars + 1] = { what = ("run %d, reduced by default to distributed: torque, RMSE over the largest"):format(k), value = torque, most = 5 * most[k] }
      said[#said + 1] = ("%d: force %s, torque %s"):format(k, lib.short(f), lib.short(tau))
    end
    return { columns = columns, rows = rows, bars = bars, plot = { width = 1000, height = 640, panels = {
      panel_of(runs, "fx", "fx (N)", "reduced to distributed, RMSE over the largest: " .. table.concat(said, "; ")),
      panel_of(runs, "fy", "fy (N)"), panel_of(runs, "tau", "torque (N m)") } } }
  end
end

local grips = { { profile = 1 }, { profile = 2 } }
local pads = { { k = 2 }, { k = 0, k_per_newton = 2 } }
local slips = "An object of 0.2 kg between two fingers, held for 10 ms at each normal force; run 1: the grip oscillates, run 2: it drops once."
local tables = "The reduced model is 1 to 8 % from the distributed one, as in the paper: at the instants of slip the whole patch lets go at once. The dashed lines have the paper's torsion and N_ls = 20."

return {
  { id = "6", place = 6, name = "fig_06", heading = "Fig. 6", title = "drift of the distributed model under an oscillating load", make = drift("drift_load", "distributed", { x = 1.5e-7, a = 2e-5 }),
    shows = "A disc of 1 kg on a table under a force, then also a torque, that oscillate below breakaway.",
    agrees = "LuGre creeps in every period, the elasto-plastic extension does not.",
    differs = "The paper masks cells by their centres. By default bristle integrates the disc over each cell, which creeps 6 % less, and turns 14 % less." },
  { id = "23", place = 23, name = "fig_23", heading = "Fig. 23", title = "the same by the reduced model", make = reduced_drift("drift_load", { x = 1.5e-7, a = 2e-5, away = 0.06 }),
    shows = "The loads of Fig. 6 on three bristles.", agrees = "The drift of LuGre and its absence with the extension.",
    differs = "By default bristle's three bristles have the torsional stiffness of the patch, and their elastic range is exactly elastic under any loads; under these loads the paper's law (32) does not creep, either." },
  { id = "24", place = 24, name = "fig_24", heading = "Fig. 24", title = "drift of the distributed model under an oscillating normal force", make = drift("drift_normal", "distributed", { x = 5e-8, a = 5e-6 }),
    shows = "A steady force and torque while the normal force oscillates by 1 N.", agrees = "LuGre creeps; with the extension the displacement oscillates and comes back.",
    differs = "By default bristle integrates the disc over each cell: 6 % less creep, and 14 % less of the angle." },
  { id = "25", place = 25, name = "fig_25", heading = "Fig. 25", title = "the same by the reduced model", make = reduced_drift("drift_normal", { x = 5e-8, a = 5e-6, away = 0.2, papers_x = 1e-9, papers_a = 2e-8 }),
    shows = "The loads of Fig. 24 on three bristles.", agrees = "As in Fig. 24.",
    differs = "The paper's law (32) creeps here by 3e-10 m and 7e-9 rad in three periods, a hundredth of LuGre's creep; bristle's elastic range is exactly elastic and does not." },
  { id = "27", place = 27, name = "fig_27", heading = "Fig. 27", title = "in-hand slip and stick, case 1: pose", make = pose_figure("slip_case1_circle", grips, { 0.02, 0.02 }),
    shows = "The centre of mass 25 mm beside the fingers. " .. slips, agrees = "Both grips end at nearly the same pose, and the reduced model follows.", differs = tables },
  { id = "28", place = 28, name = "fig_28", heading = "Fig. 28", title = "in-hand slip and stick, case 1: forces", make = force_figure("slip_case1_circle", grips, { 6e-3, 6e-3 }),
    shows = "The wrench of one finger in Fig. 27.", agrees = "The reduced model follows the distributed one." },
  { id = "29", place = 29, name = "fig_29", heading = "Fig. 29", title = "case 2 on a circle: pose", make = pose_figure("slip_case2_circle", grips, { 0.05, 0.015, authors = 1e-3 }),
    shows = "The centre of mass 2 mm beside the fingers. " .. slips, agrees = "The authors' reduced run lies on bristle's reduced run with the paper's torsion.", differs = tables },
  { id = "30", place = 30, name = "fig_30", heading = "Fig. 30", title = "case 2 on a square: pose", make = pose_figure("slip_case2_square", grips, { 0.055, 0.016 }),
    shows = slips, agrees = "Circle and square move alike.", differs = tables },
  { id = "31", place = 31, name = "fig_31", heading = "Fig. 31", title = "case 2 on a gradient line: pose", make = pose_figure("slip_case2_line", grips, { 0.05, 0.012 }),
    shows = slips .. " The line presses harder towards x < 0.", agrees = "The line turns far more than circle and square; then the centre of mass hangs below the fingers and only slips." },
  { id = "32", place = 32, name = "fig_32", heading = "Fig. 32", title = "case 2 on a circle: forces", make = force_figure("slip_case2_circle", grips, { 0.012, 4e-3 }),
    shows = "The wrench of one finger in Fig. 29.", agrees = "The reduced model follows the distributed one; the instants of slip differ by milliseconds." },
  { id = "34", place = 34, name = "fig_34", heading = "Fig. 34", title = "a pad that grows with the normal force: pose", make = pose_figure("soft_pad_fn", pads, { 0.045, 0.045 }),
    shows = "The pads of Fig. 33: a radius of 6 fn^(1/3) cells, and the pressure (44) with k = 2 (run 1) and k = 2 fn (run 2); the oscillating grip of Fig. 29.",
    agrees = "Both pads give nearly the same motion, so k may be taken as constant.",
    differs = "(44) is printed with the factor 1.144 for all k, which is that of k = 4 (k = 2 needs 1.5): bristle scales each pressure to the normal force. " ..
      "Where the paper computes its table again at each normal force, bristle stores one over the force." },
  { id = "35", place = 35, name = "fig_35", heading = "Fig. 35", title = "a pad that grows with the normal force: forces", make = force_figure("soft_pad_fn", pads, { 0.015, 0.012 }),
    shows = "The wrench of one finger in Fig. 34.", agrees = "Both pads give nearly the same forces." },
}
end
