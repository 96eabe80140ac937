-- grids.lua: Figs. 9, 36 and 37 of the planar-LuGre paper: what the number of cells
-- and the resolution of the table cost in accuracy, along the profile of Fig. 5.
return function(context)
local lib, profile = context.lib, context.profile
local counts = { 5, 9, 13, 17, 21, 25, 29, 33 }
local surfaces = { "circle", "square", "line", "gradient_line" }
local force, torque = { "fx", "fy" }, { "tau" }
-- Exponential steps of 0.2 ms in place of the paper's Euler steps of 0.01 ms: all
-- runs of a figure have the same, and what is left is the error of the grid.
local every, dt = 50, 2e-4

local function follow(how)
  how.every, how.dt, how.step, how.backend = every, dt, "exponential", how.backend or "kernel"
  return profile.keep(how)
end

local function relative(a, b)
  return lib.rmse(a, b, force) / lib.largest(b, force), lib.rmse(a, b, torque) / lib.largest(b, torque)
end

-- The distributed model on 101 x 101 cells of the paper's mask.
local function baseline(surface, p)
  return follow { surface = surface, n = 101, p = p }
end

local function look(lines, rows, surface, p, k)
  for member, list in pairs(lines) do
    list[#list + 1] = { rows = rows, x = "n", y = member, style = "both", title = ("%s, p = %d"):format(profile.titles[surface], p),
      colour = lib.colours[k], dash = p == 0 and 2 or nil }
  end
end

local function plot_of(lines, label, title)
  local more = "set logscale y\nset format y '10^{%T}'\nset key noenhanced\nset ytics format '%.0e'"
  return { width = 1000, height = 620, panels = {
    { title = title, x = label, y = "force: RMSE / largest", more = more, lines = lines.f },
    { x = label, y = "torque: RMSE / largest", more = more, lines = lines.tau } } }
end

-- bristle's defaults on n x n cells, p = 1: the pressure integrated over each cell.
local function by_default(model, surface, n)
  return follow { surface = surface, n = n, p = 1, exact = true, model = model }
end

-- Figs. 9 and 36: make(surface, p, n) gives the rows for n x n cells.
local function over_cells(make, most, title, model)
  local all, lines, bars = {}, { f = {}, tau = {} }, {}
  for k, surface in ipairs(surfaces) do
    for p = 0, 1 do
      local base, rows = baseline(surface, p), {}
      for _, n in ipairs(counts) do
        local f, tau = relative(make(surface, p, n), base)
        rows[#rows + 1] = { surface = surface, p = p, n = n, f = f, tau = tau }
        all[#all + 1] = rows[#rows]
      end
      look(lines, rows, surface, p, k)
      local last = rows[#rows]
      if p == 1 then
        for _, row in ipairs { rows[5], last } do
          bars[#bars + 1] = { what = ("%s, p = 1, N = %d: force"):format(profile.titles[surface], row.n), value = row.f, most = most[surface] * (row == last and 0.8 or 1) }
          bars[#bars + 1] = { what = ("%s, p = 1, N = %d: torque"):format(profile.titles[surface], row.n), value = row.tau, most = most[surface] * (row == last and 0.8 or 1) }
        end
      end
    end
  end
  -- A disc by default: exact cells, to 101 x 101 of them.
  local base, rows = by_default("distributed", "circle", 101), {}
  for _, n in ipairs(counts) do
    local f, tau = relative(by_default(model, "circle", n), base)
    rows[#rows + 1] = { surface = "circle by default", p = 1, n = n, f = f, tau = tau }
    all[#all + 1] = rows[#rows]
  end
  for member, list in pairs(lines) do
    list[#list + 1] = { rows = rows, x = "n", y = member, style = "both", title = "circle by default", colour = lib.colours[5], width = 2.4 }
  end
  bars[#bars + 1] = { what = "circle by default, N = 21: force", value = rows[5].f, most = most.default }
  bars[#bars + 1] = { what = "circle by default, N = 21: torque", value = rows[5].tau, most = most.default_tau or most.default }
  return { columns = { "surface", "p", "n", "f", "tau" }, rows = all, bars = bars, plot = plot_of(lines, "N (cells on a side)", title) }
end

local function figure_9()
  return over_cells(function(surface, p, n)
    return follow { surface = surface, n = n, p = p }
  end, { circle = 0.035, square = 1.5e-3, line = 0.016, gradient_line = 0.025, default = 2e-3 }, "distributed model to 101 x 101 cells", "distributed")
end

local function figure_36()
  return over_cells(function(surface, p, n)
    return follow { surface = surface, n = n, p = p, model = "reduced", more = profile.papers_reduced, name = "paper's" }
  end, { circle = 0.035, square = 7e-3, line = 0.02, gradient_line = 0.027, default = 6e-3 }, "reduced model (N_ls = 20) to the distributed model on 101 x 101 cells", "reduced")
end

local function figure_37()
  local all, lines, bars = {}, { f = {}, tau = {} }, {}
  local function reduced(surface, resolution)
    return follow { surface = surface, model = "reduced", name = "resolution " .. resolution,
      more = { torsion = "paper", quadrature = "paper", limit_surface = { resolution = resolution } } }
  end
  for k, surface in ipairs(surfaces) do
    local base, rows = reduced(surface, 100), {}
    for _, n in ipairs(counts) do
      local f, tau = relative(reduced(surface, n), base)
      rows[#rows + 1] = { surface = surface, p = 1, n = n, f = f, tau = tau }
      all[#all + 1] = rows[#rows]
    end
    look(lines, rows, surface, 1, k)
    bars[#bars + 1] = { what = profile.titles[surface] .. ", N_ls = 21: force", value = rows[5].f, most = 0.01 }
    bars[#bars + 1] = { what = profile.titles[surface] .. ": force at N_ls = 33 over that at 5", value = rows[8].f / rows[1].f, most = 0.06 }
  end
  return { columns = { "surface", "p", "n", "f", "tau" }, rows = all, bars = bars, plot = plot_of(lines, "N_ls", "reduced model, 21 x 21 cells, to N_ls = 100") }
end

local same = "Exponential steps of 0.2 ms in place of Euler steps of 0.01 ms, the same for all runs. Circle, square, line and gradient line by the paper's rules for cells; both non-convex maps are known, or not known, at 21 x 21 cells only."

return {
  { id = "9", place = 9, name = "fig_09", heading = "Fig. 9", title = "the number of cells of the distributed model", make = figure_9,
    shows = "RMSE over the largest force and torque along the profile of Fig. 5, to 101 x 101 cells.",
    agrees = "The error falls with the number of cells, and lines have the largest because of their steps.",
    differs = same .. " By default bristle integrates a disc's pressure over each cell, which needs far fewer cells than the mask." },
  { id = "36", place = 36, name = "fig_36", heading = "Fig. 36", title = "the number of cells of the reduced model", make = figure_36,
    shows = "The same for the reduced model, whose table is computed from N x N cells.", agrees = "The errors are those of Fig. 9 or below.", differs = same },
  { id = "37", place = 37, name = "fig_37", heading = "Fig. 37", title = "the resolution of the table of the limit surface", make = figure_37,
    shows = "The reduced model with N_ls from 5 to 33, to its own result with N_ls = 100.",
    agrees = "Circle and square converge fast, the gradient line slowly.",
    differs = "bristle's table of a given resolution samples three faces of a cube, with about as many points as the paper's N_ls; by default it stores one potential, with a proven error, in place of a resolution." },
}
end
