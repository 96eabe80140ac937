-- arm.lua: the examples of the closed-form friction paper: the block, and the
-- two-link arm whose end rubs on a parabola (Figs. 4 to 7), and Dahl's law.
return function(context)
local bristle = require "bristle"
local lib = context.lib

-- The reference, which refines its steps, takes long, follows for the first 0.2 s.
local function run(backend, duration)
  return lib.once("arm " .. backend .. duration, function()
    local rows = {}
    bristle.sim("specs/paper/arm_on_parabola.lua", { backend = backend, set = { ["scenario.duration"] = duration }, each = function(row)
      local copy = {}
      for key, value in pairs(row) do copy[key] = value end
      copy.parabola = row.p_x ^ 2 / 4
      copy.friction = math.sqrt(row.f_x ^ 2 + row.f_y ^ 2)
      copy.level = 0.1 * math.abs(row.normal)
      rows[#rows + 1] = copy
    end })
    return rows
  end)
end

local columns = { "t", "th1", "th2", "p_x", "p_y", "normal", "f_x", "f_y", "kinetic", "work", "friction_work" }

local function bars_of(names)
  local ours, reference = run("tcc", 10), run("reference", 0.2)
  local first = table.move(ours, 1, #reference, 1, {})
  local bars = {}
  for _, name in ipairs(names) do
    bars[#bars + 1] = { what = name .. ": RMSE to bristle's reference in the first 0.2 s, over its range", value = lib.rmse(first, reference, { name }) / lib.range(reference, name), most = 1e-6 }
  end
  return ours, reference, bars
end

local function panel(ours, reference, name, label, title)
  return { title = title, x = "t (s)", y = label, lines = { { rows = ours, x = "t", y = name, title = "bristle" },
    { rows = reference, x = "t", y = name, title = "reference, 0.2 s", width = 3, colour = "#b63a2b" } } }
end

-- Link lengths 1 and 2, the parabola y = x^2/4.
local function figure_4()
  local ours, off, length = run("tcc", 10), 0, 0
  local poses, curve, joints = {}, {}, {}
  for _, row in ipairs(ours) do
    local ex, ey = math.cos(row.th1), math.sin(row.th1)
    length = math.max(length, math.abs(math.sqrt((row.p_x - ex) ^ 2 + (row.p_y - ey) ^ 2) - 2))
    off = math.max(off, math.abs(row.p_y - row.parabola))
  end
  for k = 1, #ours, 500 do
    local row = ours[k]
    local ex, ey = math.cos(row.th1), math.sin(row.th1)
    for _, p in ipairs { { 0, 0 }, { ex, ey }, { row.p_x, row.p_y } } do poses[#poses + 1] = { x = p[1], y = p[2] } end
    poses[#poses + 1] = { gap = true }
    joints[#joints + 1] = { x = row.p_x, y = row.p_y }
  end
  for k = 0, 100 do curve[k + 1] = { x = -0.5 + 2.7 * k / 100, y = (-0.5 + 2.7 * k / 100) ^ 2 / 4 } end
  return { columns = columns, rows = ours,
    plot = { width = 900, height = 480, panels = { { title = "one pose every second", x = "x (m)", y = "y (m)", more = "set size ratio -1", lines = {
      { rows = curve, x = "x", y = "y", title = "y = x^2/4", colour = "#888888", width = 3 }, { rows = poses, x = "x", y = "y", title = "links", all = true, width = 1, colour = "#1565c0" },
      { rows = joints, x = "x", y = "y", title = "end", style = "points", width = 1.2, colour = "#b63a2b" } } } } },
    bars = { { what = "second link: largest error of its length (m)", value = length, most = 1e-12 },
      { what = "largest distance of the end from the parabola, along y (m)", value = off, most = 2e-4 } } }
end

local function figure_5()
  local ours, reference, bars = bars_of { "normal" }
  return { columns = columns, rows = ours, bars = bars, plot = { width = 900, height = 330, panels = { panel(ours, reference, "normal", "normal force (N)",
    ("RMSE to the reference %s of the range"):format(lib.short(bars[1].value))) } } }
end

-- |f| to mu N where the end slides; the size of friction along the axis `which`.
local function sliding_error(rows)
  local worst = 0
  for i = 2, #rows do
    local row, last = rows[i], rows[i - 1]
    local speed = math.sqrt((row.p_x - last.p_x) ^ 2 + (row.p_y - last.p_y) ^ 2) / (row.t - last.t)
    if speed > 0.05 then worst = math.max(worst, math.abs(row.friction - row.level) / math.max(row.level, 1e-9)) end
  end
  return worst
end

local function movement_and_friction(place, force, axis)
  return function()
    local ours, reference, bars = bars_of { place, force }
    local worst = sliding_error(ours)
    bars[#bars + 1] = { what = "sliding: largest distance of |f| from mu N, relative", value = worst, most = 1e-9 }
    return { columns = columns, rows = ours, bars = bars, plot = { width = 900, height = 480, panels = {
      panel(ours, reference, place, axis .. " (m)", "(a) movement of the end along " .. axis),
      panel(ours, reference, force, "friction (N)", ("(b) friction along %s; sliding: |f| is mu N within %s"):format(axis, lib.short(worst))) } } }
  end
end

-- ---- Section V: Dahl's law in closed form -----------------------------------------

-- F on a branch of monotone motion, from F0 at the displacement s = 0: (34) is
-- dy/ds = -(sigma/Fc) y^alpha for y = 1 - F sgn(v)/Fc.
local function dahl_branch(F0, s, sign, sigma, alpha, Fc)
  local y, x = 1 - sign * F0 / Fc, sigma * math.abs(s) / Fc
  y = alpha == 1 and y * math.exp(-x) or (y ^ (1 - alpha) + (alpha - 1) * x) ^ (1 / (1 - alpha))
  return sign * Fc * (1 - y)
end

local function dahl_block(alpha)
  local rows = {}
  local model <close> = bristle.open(bristle.mechanism {
    name = "dahl_block", q = { "x", "y" }, inputs = { "F" },
    mass = function() return { { 2, 0 }, { 0, 2 } } end,
    force = function(_, _, _, u) return { u.F, -2 * 9.8 } end,
    constraint = function(q) return { q.y } end,
    contact = function(q) return { q.x, q.y } end,
    friction = bristle.dahl { mu = 0.3, sigma = 1e4, alpha = alpha },
    scenario = { duration = 2, dt = 1e-3, q = { 0, 0 }, input = function(t) return { 4 * math.sin(2 * math.pi * t) } end },
  })
  model:sim("tcc", function(row) rows[#rows + 1] = { t = row.t, x = row.p_x, mm = 1e3 * row.p_x, F = -row.f_x, v = row.d_x } end)
  return rows
end

local function figure_8()
  local Fc, sigma, panels, bars, all = 0.3 * 2 * 9.8, 1e4, {}, {}, {}
  for _, alpha in ipairs { 1, 2 } do
    local rows, worst, exact = dahl_block(alpha), 0, {}
    local start, sign, most = nil, 0, 0
    for k, row in ipairs(rows) do
      local now = row.v > 0 and 1 or row.v < 0 and -1 or 0
      if now ~= sign then start, sign = row, now end
      if start ~= row and sign ~= 0 then
        local F = dahl_branch(start.F, row.x - start.x, sign, sigma, alpha, Fc)
        worst, most = math.max(worst, math.abs(F - row.F) / Fc), math.max(most, math.abs(row.F))
        if k % 12 == 0 then exact[#exact + 1] = { mm = row.mm, F = F } end
      end
      all[#all + 1] = { alpha = alpha, t = row.t, x = row.x, F = row.F }
    end
    panels[#panels + 1] = { title = ("alpha = %d: largest distance to the closed form %s of Fc"):format(alpha, lib.short(worst)), x = "displacement (mm)", y = "friction F (N)", lines = {
      { rows = rows, x = "mm", y = "F", title = "bristle", all = true }, { rows = exact, x = "mm", y = "F", title = "closed form", style = "points", colour = "#b63a2b" } } }
    bars[#bars + 1] = { what = ("alpha = %d: friction to the closed form along each branch, over Fc"):format(alpha), value = worst, most = 1e-5 }
    bars[#bars + 1] = { what = ("alpha = %d: largest friction over Fc"):format(alpha), value = most / Fc, most = 1, least = 0.6 }
  end
  return { columns = { "alpha", "t", "x", "F" }, rows = all, bars = bars, plot = { columns = 2, width = 1000, height = 400, panels = panels } }
end

-- The block of Section VI: held while the load is below mu_s m g, then mu m g.
local function block()
  local m, g, mu, mu_s = 2, 9.8, 0.3, 0.4
  local model = bristle.open(bristle.mechanism {
    name = "block", q = { "x", "y" }, inputs = { "F" },
    mass = function() return { { 2, 0 }, { 0, 2 } } end,
    force = function(_, _, _, u) return { u.F, -2 * 9.8 } end,
    constraint = function(q) return { q.y } end,
    contact = function(q) return { q.x, q.y } end,
    friction = bristle.coulomb { mu = mu, mu_s = mu_s },
    scenario = { duration = 2, dt = 1e-3, q = { 0, 0 }, input = function(t) return { 6 * t } end },
  })
  local rows, held, sliding, normal = {}, 0, 0, 0
  model:sim("tcc", function(row)
    rows[#rows + 1] = { t = row.t, load = 6 * row.t, friction = row.f_x, normal = row.normal, x = row.p_x }
    normal = math.max(normal, math.abs(row.normal - m * g))
    if row.t > 0.01 and 6 * row.t < mu_s * m * g - 0.1 then held = math.max(held, math.abs(row.f_x + 6 * row.t)) end
    if 6 * row.t > mu_s * m * g + 0.1 then sliding = math.max(sliding, math.abs(row.f_x + mu * m * g)) end
  end)
  return { columns = { "t", "load", "friction", "normal", "x" }, rows = rows,
    plot = { width = 900, height = 330, panels = { { title = ("held: friction is the load within %s N; sliding: mu m g within %s N"):format(lib.short(held), lib.short(sliding)), x = "t (s)", y = "force (N)", lines = {
      { rows = rows, x = "t", y = "load", title = "load" }, { rows = rows, x = "t", y = "friction", title = "friction" }, { rows = rows, x = "t", y = "normal", title = "normal force" } } } } },
    bars = { { what = "held: friction to minus the load (N)", value = held, most = 0.02 }, { what = "sliding: friction to mu m g (N)", value = sliding, most = 1e-9 },
      { what = "normal force to m g (N)", value = normal, most = 1e-9 } } }
end

local start = "The paper does not state the start of the arm; here it rests at x = 1.6, so the curves cannot be laid over the paper's. Its Appendix B has many misprints; bristle derives the terms."

return {
  { id = "CF3", place = 3, name = "cf_3", heading = "Fig. 3", title = "the block: stiction and Coulomb friction", make = block,
    shows = "A block of 2 kg with mu = 0.3 and mu_s = 0.4 under a load that rises with time; normal force (39), friction (26) and (21).",
    agrees = "Friction is the load until mu_s m g, then mu m g.",
    differs = "Stick is decided where the tangential velocity of the contact vanishes, not at qdot = 0, and the holding force is that of (19) for the tangential rows, since F_t of (20) is not tangential." },
  { id = "CFV", place = 3.5, name = "cf_dahl", heading = "Section V", title = "Dahl's law in closed form", make = figure_8,
    shows = "The block under a load of 4 sin(2 pi t) N, below mu m g, with Dahl's friction (34) to (36), sigma = 1e4 N/m, and the closed form of (34) on each branch between two turns.",
    agrees = "The simulated block follows the closed form, in which the normal force of (32) stands.",
    differs = "(36) is singular for alpha > 1 where an axis hardly moves; bristle regularises it below a thousandth of the speed." },
  { id = "CF4", place = 4, name = "cf_4", heading = "Fig. 4", title = "the arm on the parabola", make = figure_4,
    shows = "The two links (1 m and 2 m, 1 kg at each end) under 5 sin t and 2 N m, the end on y = x^2/4.", agrees = "The end stays on the parabola without Baumgarte terms.", differs = start },
  { id = "CF5", place = 5, name = "cf_5", heading = "Fig. 5", title = "the arm: normal force", make = figure_5, shows = "The normal force (19) of the motion in Fig. 4, mu = 0.1: it is not constant.", differs = start },
  { id = "CF6", place = 6, name = "cf_6", heading = "Fig. 6", title = "the arm along x: movement and friction", make = movement_and_friction("p_x", "f_x", "x"),
    shows = "Movement of the end and friction along x.", agrees = "The end moves to and fro; where it slides, friction is mu times the normal force against its velocity.", differs = start },
  { id = "CF7", place = 7, name = "cf_7", heading = "Fig. 7", title = "the arm along y: movement and friction", make = movement_and_friction("p_y", "f_y", "y"),
    shows = "Movement of the end and friction along y.", agrees = "As in Fig. 6.", differs = start },
}
end
