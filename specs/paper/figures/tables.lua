-- tables.lua: Tables I to VI of the planar-LuGre paper: parameters, settings, and
-- times of steps, runs and preparation, as ratios within one run.
return function(context)
local bristle = require "bristle"
local lib, profile = context.lib, context.profile
local program = arg[-2] -- bristle itself
local counts = { 5, 9, 13, 17, 21, 25, 29, 33 }

-- ---- settings -------------------------------------------------------------------

local function table_i()
  local rows, csv, bars = { { "", "p = 0", "p = 1" } }, {}, {}
  local function both(name, of)
    local a, b = of(0), of(1)
    rows[#rows + 1] = { name, a, b }
    csv[#csv + 1] = { name = name, p0 = a, p1 = b }
  end
  local figures = {}
  for p = 0, 1 do figures[p] = bristle.check(profile.spec { surface = "circle", p = p }) end
  for _, key in ipairs { "sigma0", "sigma1", "sigma2", "mu_c", "mu_s", "gamma", "v_s", "s_ba" } do
    both(key, function(p) return ("%.4g"):format(lib.laws[p][key]) end)
  end
  both("passive up to (m/s)", function(p) return figures[p].passive_up_to and ("%.3g"):format(figures[p].passive_up_to) or "no limit" end)
  both("largest stable Euler step at 15 mm/s (s)", function(p)
    local g = lib.laws[p].mu_c
    return ("%.3g"):format(2 * g / (lib.laws[p].sigma0 * 0.015))
  end)
  bars[1] = { what = "p = 1: passive up to (m/s); the closed form gives 9.01e-3", value = math.abs(figures[1].passive_up_to - 1.44 / (800 * 0.2 - 0.2)), most = 1e-9 }
  return { tables = { rows }, columns = { "name", "p0", "p1" }, rows = csv, bars = bars }
end

local function table_iii()
  return { tables = { {
    { "", "paper", "here" },
    { "parameters", "p = 1", "p = 1" }, { "solver of given velocities", "explicit Euler, 1e-5 s", "the same; by default exponential steps" },
    { "solver of bodies", "LSODA", "body_step: implicit, L-stable, contact and body as one system" },
    { "tolerance", "1e-6 relative, 1e-8 absolute", "body.tolerance of each spec, 1e-2 to 1e-7 of a step" },
    { "largest step", "1e-3 s", "1e-3 to 2e-3 s, divided as the tolerance needs" },
    { "contact area", "0.02 x 0.02 m", "the same" }, { "cells", "21 x 21", "the same" }, { "N_ls", "20", "20 where the paper's settings are meant; else 1e-3, proven" } } } }
end

-- ---- times of a step ------------------------------------------------------------------

-- Returns the table of `bristle bench --json` that is called "ns".
local function bench(set)
  local words = {}
  for key, value in pairs(set) do words[#words + 1] = ("--set '%s=%s'"):format(key, value) end
  local pipe <close> = assert(io.popen(("%s bench specs/contact/square.lua --json %s"):format(program, table.concat(words, " "))))
  local text = pipe:read("a")
  local ns = {}
  for name, value in assert(text:match('"ns": (%b{})'), text):gmatch('"([%w_]+)": ([%d.e+-]+)') do ns[name] = tonumber(value) end
  return ns
end

local papers_steps = { -- its: N -> steps per second
  distributed = { [5] = 1.6e5, [9] = 3.9e4, [13] = 2.8e4, [17] = 1.7e4, [21] = 1.1e4, [25] = 7.7e3, [29] = 5.7e3, [33] = 4.5e3, [101] = 4.3e2 },
  reduced = { [5] = 8.7e5, [9] = 8.5e5, [13] = 7.7e5, [17] = 8.6e5, [21] = 8.7e5, [25] = 8.6e5, [29] = 8.6e5, [33] = 8.6e5 },
}

local function timed(model, n)
  return lib.once(("bench %s %d"):format(model, n), function()
    local set = { ["grid.1"] = n, ["grid.2"] = n, step = "euler", model = model }
    if model == "reduced" then set.torsion, set.quadrature, set["limit_surface.resolution"] = "paper", "paper", 20 end
    return bench(set)
  end)
end

local function steps_table(model, list)
  local rows, csv, bars = { { "N", "paper, it/s", "paper, of N = 21", "reference, of N = 21", "generic loop over reference", "tcc over reference", "kernel over reference", "cc over reference" } }, {}, {}
  local base = timed(model, 21)
  for _, n in ipairs(list) do
    local ns, paper = timed(model, n), papers_steps[model]
    local function over(name) return ns[name] and ("%.3g"):format(ns.reference / ns[name]) or "-" end
    rows[#rows + 1] = { n, ("%.2g"):format(paper[n]), ("%.3g"):format(paper[n] / paper[21]), ("%.3g"):format(base.reference / ns.reference),
      over "generic", over "tcc", over "kernel", over "cc" }
    csv[#csv + 1] = { n = n, paper_it_per_s = paper[n], reference_ns = ns.reference, generic_ns = ns.generic, tcc_ns = ns.tcc, kernel_ns = ns.kernel, cc_ns = ns.cc }
  end
  bars[1] = { what = "N = 21: time of cc over time of the reference", value = base.cc / base.reference, most = model == "reduced" and 0.9 or 0.2 }
  return { tables = { rows }, columns = { "n", "paper_it_per_s", "reference_ns", "generic_ns", "tcc_ns", "kernel_ns", "cc_ns" }, rows = csv, bars = bars }
end

local function table_ii() return steps_table("distributed", { 5, 9, 13, 17, 21, 25, 29, 33, 101 }) end

local function table_v()
  local result = steps_table("reduced", counts)
  local d, r = timed("distributed", 21), timed("reduced", 21)
  local ratios = { { "N = 21", "paper", "reference", "tcc", "cc" } }
  ratios[2] = { "reduced steps in the time of a distributed step", ("%.0f"):format(8.7e5 / 1.1e4) }
  for _, name in ipairs { "reference", "tcc", "cc" } do table.insert(ratios[2], ("%.3g"):format(d[name] / r[name])) end
  result.tables[2] = ratios
  result.bars[2] = { what = "N = 21, cc: time of a reduced over time of a distributed step", value = r.cc / d.cc, most = 0.25 }
  return result
end

-- ---- times of whole runs -----------------------------------------------------------------

local runs = {
  { "circle", "slip_case2_circle", {}, 217.98, 3.47 }, { "k = 2", "soft_pad_fn", {}, 237.06, 3.49 },
  { "k = 2 fn", "soft_pad_fn", { k = 0, k_per_newton = 2 }, 238.95, 70.23 },
}

-- Processor time of the first 0.3 s of a scenario, without compilation; of cc the
-- best of three.
local function run_time(spec, set, backend)
  local model <close> = bristle.open(("specs/paper/%s.lua"):format(spec), set)
  local least = math.huge
  for _ = 1, backend ~= "cc" and 1 or 3 do
    local start = os.clock()
    model:sim(backend)
    least = math.min(least, os.clock() - start)
  end
  return least
end

local function table_iv()
  local rows, csv, bars = { { "pad", "paper: distributed, s", "paper: reduced, s", "paper: distributed over reduced", "reference", "tcc", "cc" } }, {}, {}
  for _, run in ipairs(runs) do
    local words = { run[1], run[4], run[5], ("%.3g"):format(run[4] / run[5]) }
    local row = { pad = run[1], paper_distributed_s = run[4], paper_reduced_s = run[5] }
    for _, backend in ipairs { "reference", "tcc", "cc" } do
      local times = {}
      for _, model in ipairs { "distributed", "reduced" } do
        local set = { model = model, ["scenario.duration"] = 0.3 }
        for key, value in pairs(run[3]) do set[key] = value end
        times[model] = run_time(run[2], set, backend)
        row[backend .. "_" .. model .. "_s"] = times[model]
      end
      words[#words + 1] = ("%.3g"):format(times.distributed / times.reduced)
    end
    rows[#rows + 1], csv[#csv + 1] = words, row
    bars[#bars + 1] = { what = run[1] .. ": distributed run, time of cc over time of the reference", value = row.cc_distributed_s / row.reference_distributed_s, most = 0.5 }
  end
  local columns = { "pad", "paper_distributed_s", "paper_reduced_s" }
  local second = { { "pad", "distributed: cc over tcc", "distributed: cc over the reference", "reduced: cc over tcc", "reduced: cc over the reference" } }
  for _, backend in ipairs { "reference", "tcc", "cc" } do
    for _, model in ipairs { "distributed", "reduced" } do columns[#columns + 1] = backend .. "_" .. model .. "_s" end
  end
  for _, row in ipairs(csv) do
    local words = { row.pad }
    for _, model in ipairs { "distributed", "reduced" } do
      for _, backend in ipairs { "tcc", "reference" } do
        words[#words + 1] = ("%.3g times as fast"):format(row[backend .. "_" .. model .. "_s"] / row["cc_" .. model .. "_s"])
      end
    end
    second[#second + 1] = words
  end
  return { tables = { rows, second }, columns = columns, rows = csv, bars = bars }
end

-- ---- preparation ----------------------------------------------------------------------------

-- Processor time from the spec to the plan, which holds the table; best of five.
local function prepare(n, resolution)
  local least = math.huge
  for _ = 1, 5 do
    local start = os.clock()
    local model <close> = bristle.open(profile.spec { surface = "circle", n = n, model = "reduced",
      more = { torsion = "paper", quadrature = "paper", limit_surface = { resolution = resolution } } })
    model:show("p")
    least = math.min(least, os.clock() - start)
  end
  return least
end

local papers_preparation = {
  n = { 2.4e-2, 5.4e-2, 1.0e-1, 1.8e-1, 2.6e-1, 3.7e-1, 4.9e-1, 6.3e-1 },
  ls = { 2.2e-2, 5.8e-2, 1.1e-1, 1.9e-1, 2.9e-1, 3.9e-1, 5.3e-1, 7.0e-1 },
}

local function table_vi()
  local rows, csv = { { "N, or N_ls", "paper: N cells, s", "of 5", "here, of 5", "paper: N_ls, s", "of 5", "here, of 5" } }, {}
  for k, n in ipairs(counts) do
    csv[k] = { n = n, paper_cells_s = papers_preparation.n[k], cells_s = prepare(n, 20), paper_resolution_s = papers_preparation.ls[k], resolution_s = prepare(21, n) }
    local function of(name) return ("%.3g"):format(csv[k][name] / csv[1][name]) end
    rows[k + 1] = { n, csv[k].paper_cells_s, of "paper_cells_s", of "cells_s", csv[k].paper_resolution_s, of "paper_resolution_s", of "resolution_s" }
  end
  return { tables = { rows }, columns = { "n", "paper_cells_s", "cells_s", "paper_resolution_s", "resolution_s" }, rows = csv,
    bars = { { what = "preparation at N_ls = 33 over that at 5; the paper's is 32", value = csv[8].resolution_s / csv[1].resolution_s, most = 32 } } }
end

local loaded = "Times depend on the machine and on what else runs there: only ratios within one run are shown, each best of several; the CSV has the times."

return {
  { id = "I", place = 4, name = "table_1", heading = "Table I", title = "parameters of friction", make = table_i,
    shows = "Both sets of parameters, with what `bristle check` derives.", differs = "With p = 1 the model can give energy above 9 mm/s, half of the speeds of Fig. 5; the paper does not say so. It would need sigma2 above 160, or damping that fades." },
  { id = "II", place = 8.5, name = "table_2", heading = "Table II", title = "steps of the distributed model", make = table_ii,
    shows = "Explicit Euler steps on N x N cells of a square. The paper's numbers are steps per second on its laptop. The columns on the right are times as fast as bristle's own reference, a loop over the equations with run-time parameters.",
    agrees = "Time grows with the number of cells.", differs = loaded .. " The generic loop is one written with care for speed and run-time parameters." },
  { id = "III", place = 18, name = "table_3", heading = "Table III", title = "settings of the simulations", make = table_iii, shows = "What the figures on this page use." },
  { id = "IV", place = 35.1, name = "table_4", heading = "Table IV", title = "runs of slip and stick", make = table_iv,
    shows = "The first 0.3 s of Figs. 29 and 34 (the paper: 2 s): the distributed run's time over the reduced run's.",
    differs = loaded .. " The ratio is smaller here since bristle solves the distributed contact and the body as an arrowhead system, at a cost that is linear in the cells; and the tables for a pad that changes with the force are made before the run, so k = 2 fn costs as much as k = 2. There is no generic loop for runs with a body. The reference divides its steps until they are exact, so its times are no race." },
  { id = "V", place = 36.5, name = "table_5", heading = "Table V", title = "steps of the reduced model", make = table_v,
    shows = "The same as Table II for the reduced model whose table is computed from N x N cells; below, how many reduced steps take as long as a distributed one.",
    agrees = "The time of a step does not depend on N.", differs = loaded .. " The paper has 80 reduced steps to a distributed one of 21 x 21 cells; with code made for the grid the distributed step is so much cheaper that the ratio falls. The generic loop knows per-cell models alone." },
  { id = "VI", place = 37.5, name = "table_6", heading = "Tables V and VI", title = "preparation", make = table_vi,
    shows = "From the spec to the plan with its table of the limit surface, over the number of cells and over the resolution.",
    differs = loaded .. " Here preparation includes reading the spec, deriving the equations and planning, which is most of the time at small N." },
}
end
