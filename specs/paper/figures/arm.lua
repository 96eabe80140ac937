-- arm.lua: the examples of the closed-form friction paper: the block, and the
-- two-link arm whose end rubs on a parabola (Figs. 5 to 7).
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
    { rows = reference, x = "t", y = name, title = "reference", dash = 3, colour = "#b63a2b" } } }
end

local function figure_5()
  local ours, reference, bars = bars_of { "p_x", "p_y" }
  local worst = 0
  for _, row in ipairs(ours) do worst = math.max(worst, math.abs(row.p_y - row.parabola)) end
  bars[#bars + 1] = { what = "largest distance of the end from the parabola, along y (m)", value = worst, most = 2e-4 }
  return { columns = columns, rows = ours, bars = bars, plot = { width = 900, height = 700, panels = { panel(ours, reference, "p_x", "x (m)", ("off the parabola by %s m at most"):format(lib.short(worst))),
    panel(ours, reference, "p_y", "y (m)"), { x = "x (m)", y = "y (m)", lines = { { rows = ours, x = "p_x", y = "p_y", title = "path of the end" } } } } } }
end

local function figure_6()
  local ours, reference, bars = bars_of { "normal" }
  return { columns = columns, rows = ours, bars = bars, plot = { width = 900, height = 330, panels = { panel(ours, reference, "normal", "normal force (N)",
    ("RMSE to the reference %s of the range"):format(lib.short(bars[1].value))) } } }
end

local function figure_7()
  local ours, reference, bars = bars_of { "f_x", "f_y" }
  local off = {}
  for i, row in ipairs(ours) do
    local last = ours[i - 1]
    local speed = last and math.sqrt((row.p_x - last.p_x) ^ 2 + (row.p_y - last.p_y) ^ 2) / (row.t - last.t) or 0
    if speed > 0.05 then off[#off + 1] = math.abs(row.friction - row.level) / math.max(row.level, 1e-9) end
  end
  table.sort(off)
  local worst = off[#off]
  bars[#bars + 1] = { what = "sliding: largest distance of |f| from mu N, relative", value = worst, most = 1e-9 }
  return { columns = columns, rows = ours, bars = bars, plot = { width = 900, height = 480, panels = { panel(ours, reference, "f_x", "friction, x (N)", ("sliding: |f| is mu N within %s"):format(lib.short(worst))),
    panel(ours, reference, "f_y", "friction, y (N)") } } }
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
  { id = "CF5", place = 5, name = "cf_5", heading = "Fig. 5", title = "the arm: path of its end", make = figure_5,
    shows = "The two-link arm of Fig. 4 with torques of 5 sin t and 2 N m, its end on y = x^2/4, mu = 0.1.", agrees = "The arm moves to and fro and the end stays on the parabola.", differs = start },
  { id = "CF6", place = 6, name = "cf_6", heading = "Fig. 6", title = "the arm: normal force", make = figure_6, shows = "The normal force (19) of the motion in Fig. 5.", differs = start },
  { id = "CF7", place = 7, name = "cf_7", heading = "Fig. 7", title = "the arm: friction", make = figure_7, shows = "Friction of the motion in Fig. 5 along x and y.", agrees = "Where the end slides, friction is mu times the normal force.", differs = start },
}
end
