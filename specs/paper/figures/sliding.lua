-- sliding.lua: Figs. 2 and 3 of the planar-sliding paper: a thrown and a pushed
-- square, by bristle's closed form, by bristle's reference, and by Newton's method
-- on the paper's four equations as printed.
return function(context)
local bristle = require "bristle"
local lib = context.lib
local m, h, mu, g, height, er = 0.5, 0.01, 0.31, 9.8, 0.08, 0.01
local inertia, normal = 0.5 * 0.05 ^ 2 / 6, 0.5 * 9.8 * 0.01

-- ---- the paper's time step ---------------------------------------------------------

-- Residuals of (29) to (32), each over its largest term: u = p_t, p_o, p_r, sigma.
local function residuals(u, v, p)
  local pt, po, pr, sigma = u[1], u[2], u[3], u[4]
  local w = v[3] + (pr + p[3]) / inertia
  local pull = mu * normal
  return {
    v[1] + (pt + p[1]) / m + po * height * w / normal + pt * sigma / pull,
    v[2] + (po + p[2]) / m - pt * height * w / normal + po * sigma / pull,
    er * w + pr / er * sigma / pull,
    1 - ((pr / er) ^ 2 + pt ^ 2 + po ^ 2) / pull ^ 2,
  }
end

-- Solves a 4 x 4 system by elimination with the largest pivot.
local function solve(a, b)
  for k = 1, 4 do
    local best = k
    for i = k + 1, 4 do if math.abs(a[i][k]) > math.abs(a[best][k]) then best = i end end
    a[k], a[best], b[k], b[best] = a[best], a[k], b[best], b[k]
    for i = k + 1, 4 do
      local f = a[i][k] / a[k][k]
      for j = k, 4 do a[i][j] = a[i][j] - f * a[k][j] end
      b[i] = b[i] - f * b[k]
    end
  end
  for k = 4, 1, -1 do
    for j = k + 1, 4 do b[k] = b[k] - a[k][j] * b[j] end
    b[k] = b[k] / a[k][k]
  end
  return b
end

-- Returns the velocity after a step from v under the impulse p, and the last residual.
local function step(v, p)
  local free = { v[1] + p[1] / m, v[2] + p[2] / m, er * (v[3] + p[3] / inertia) }
  local speed = math.sqrt(free[1] ^ 2 + free[2] ^ 2 + free[3] ^ 2)
  local pull = mu * normal
  local u = { -pull * free[1] / speed, -pull * free[2] / speed, -pull * er * free[3] / speed, speed }
  local scale, size = { pull, pull, pull * er, speed }, 0
  for _ = 1, 60 do
    local r, jacobian = residuals(u, v, p), { {}, {}, {}, {} }
    size = math.max(math.abs(r[1]), math.abs(r[2]), math.abs(r[3]), math.abs(r[4]))
    if size < 1e-14 then break end
    for j = 1, 4 do
      local shifted, d = { table.unpack(u) }, 1e-7 * scale[j]
      shifted[j] = u[j] + d
      local back = { table.unpack(u) }
      back[j] = u[j] - d
      local up, down = residuals(shifted, v, p), residuals(back, v, p)
      for i = 1, 4 do jacobian[i][j] = (up[i] - down[i]) / (2 * d) end
    end
    local change = solve(jacobian, { -r[1], -r[2], -r[3], -r[4] })
    for j = 1, 4 do u[j] = u[j] + change[j] end
  end
  return { v[1] + (u[1] + p[1]) / m, v[2] + (u[2] + p[2]) / m, v[3] + (u[3] + p[3]) / inertia }, size
end

-- Rows of the whole motion; load(t, angle) as the spec has it.
local function march(v, duration, load)
  local rows, pose = { { t = 0, x = 0, y = 0, angle = 0, vx = v[1], vy = v[2], w = v[3], residual = 0 } }, { 0, 0, 0 }
  for k = 1, math.floor(duration / h + 0.5) do
    local fx, fy, torque = load((k - 1) * h, pose[3])
    local after, size = step(v, { h * fx, h * fy, h * torque })
    v = after
    for d = 1, 3 do pose[d] = pose[d] + h * v[d] end
    rows[#rows + 1] = { t = k * h, x = pose[1], y = pose[2], angle = pose[3], vx = v[1], vy = v[2], w = v[3], residual = size }
  end
  return rows
end

-- ---- runs --------------------------------------------------------------------------------

local function run(spec, backend, last)
  local rows = {}
  bristle.sim(("specs/paper/%s.lua"):format(spec), { backend = backend, each = function(row)
    if row.t <= last + 1e-9 then
      local copy = {}
      for key, value in pairs(row) do copy[key] = value end
      rows[#rows + 1] = copy
    end
  end })
  return rows
end

-- Outlines of the square, and the places of its centre and of the contact point.
local function outlines(rows, every)
  local squares, points, contacts = {}, {}, {}
  for i = 1, #rows, every do
    local r = rows[i]
    for corner = 0, 4 do
      local a = r.angle + math.pi / 4 + math.pi / 2 * corner
      squares[#squares + 1] = { x = r.x + 0.025 * math.sqrt(2) * math.cos(a), y = r.y + 0.025 * math.sqrt(2) * math.sin(a) }
    end
    squares[#squares + 1] = { gap = true }
    points[#points + 1] = r
    if i > 1 then contacts[#contacts + 1] = r end
  end
  return squares, points, contacts
end

local function figure(spec, last, v, load, every, seen)
  return function()
    local ours, reference, theirs = run(spec, "tcc", last), run(spec, "reference", last), march(v, last, load)
    local f = lib.rmse(ours, theirs, { "vx", "vy" })
    local w = lib.rmse(ours, theirs, { "w" })
    local judged = lib.rmse(ours, reference, { "vx", "vy", "w" })
    local pose = lib.rmse(ours, theirs, { "x", "y" })
    local worst = 0
    for _, row in ipairs(theirs) do worst = math.max(worst, row.residual) end
    local shown = {}
    for _, row in ipairs(ours) do if row.t <= seen + 1e-9 then shown[#shown + 1] = row end end
    local squares, points, contacts = outlines(shown, every)
    local function lines(names)
      local list = {}
      for i, name in ipairs(names) do
        list[#list + 1] = { rows = ours, x = "t", y = name, title = name .. ", bristle", colour = lib.colours[i] }
        list[#list + 1] = { rows = theirs, x = "t", y = name, title = name .. ", (29) to (32)", style = "points", colour = lib.colours[i] }
      end
      return list
    end
    return { columns = { "t", "x", "y", "angle", "vx", "vy", "w", "fx", "fy", "torque", "slip", "ax", "ay" }, rows = ours,
      plot = { columns = 1, width = 900, height = 900, panels = {
        { title = ("RMSE to the paper's equations %s m/s"):format(lib.short(f)), x = "t (s)", y = "velocity (m/s)", lines = lines { "vx", "vy" } },
        { title = ("RMSE to the paper's equations %s rad/s"):format(lib.short(w)), x = "t (s)", y = "w (rad/s)", lines = lines { "w" } },
        { x = "x (m)", y = "y (m)", more = "set size ratio -1", lines = {
          { rows = squares, x = "x", y = "y", title = "outline", width = 0.8, all = true, colour = "#888888" },
          { rows = points, x = "x", y = "y", title = "centre of mass", style = "both", all = true },
          { rows = contacts, x = "ax", y = "ay", title = "contact point", style = "points", all = true, colour = "#b63a2b" } } } } },
      bars = { { what = "velocity, RMSE to Newton's method on (29) to (32) (m/s)", value = f, most = 1e-9 },
        { what = "angular velocity, RMSE to Newton's method (rad/s)", value = w, most = 1e-7 },
        { what = "place, RMSE to Newton's method (m)", value = pose, most = 1e-9 },
        { what = "velocities, RMSE to bristle's reference", value = judged, most = 1e-9 },
        { what = "largest residual of (29) to (32) that is left", value = worst, most = 1e-9 } } }
  end
end

local function push(t, angle)
  local f = 2.2 + 2 * math.cos(2 * math.pi * t / 0.1)
  return f * math.cos(angle), f * math.sin(angle), 0.0025 * f
end

-- (46) to (49): a slide without spin loses mu g h of speed in each step.
local function translation()
  local pad = bristle.jit("specs/paper/thrown_square.lua", { backend = "tcc" })
  local rows, v, worst = {}, { 0.7, 0.9 }, 0
  for k = 0, 30 do
    local speed = math.sqrt(0.7 ^ 2 + 0.9 ^ 2)
    local left = math.max(0, 1 - mu * g * h * k / speed)
    rows[#rows + 1] = { t = k * h, vx = v[1], vy = v[2], exact_x = 0.7 * left, exact_y = 0.9 * left }
    worst = math.max(worst, math.abs(v[1] - 0.7 * left), math.abs(v[2] - 0.9 * left))
    v = { pad:translate(v, { 0, 0 }, h) }
  end
  return { columns = { "t", "vx", "vy", "exact_x", "exact_y" }, rows = rows,
    plot = { width = 900, height = 320, panels = { { title = ("to the closed form %s m/s at most"):format(lib.short(worst)), x = "t (s)", y = "velocity (m/s)", lines = {
      { rows = rows, x = "t", y = "vx", title = "vx, _translate" }, { rows = rows, x = "t", y = "vy", title = "vy, _translate" },
      { rows = rows, x = "t", y = "exact_x", title = "closed form", style = "points", colour = "#444444" }, { rows = rows, x = "t", y = "exact_y", style = "points", colour = "#444444" } } } } },
    bars = { { what = "largest distance to (46) to (49) (m/s)", value = worst, most = 1e-12 } } }
end

local solver = "bristle solves the four equations in closed form up to one root; the paper calls a general solver. The complementarity program that the paper compares with is not described in it; Newton's method on the printed equations stands for it here."

return {
  { id = "PS2", place = 2, name = "ps_2", heading = "Fig. 2", title = "a thrown square", make = figure("thrown_square", 0.45, { 0.7, 0.9, 10 }, function() return 0, 0, 0 end, 3, 0.45),
    shows = "Steps of 10 ms for 0.45 s from (0.7, 0.9) m/s and 10 rad/s; the contact point moves about within the patch.",
    agrees = "The trajectory of the paper's equations, to rounding; the point of contact stays apart from the centre of mass.",
    differs = solver .. " The paper does not state the inertia: here it is that of a flat square." },
  { id = "PS3", place = 3, name = "ps_3", heading = "Fig. 3", title = "a square pushed at its edge", make = figure("pushed_edge", 3, { 0.2, 0.3, 0 }, push, 4, 0.6),
    shows = "A force of 2.2 + 2 cos(2 pi t/0.1) N across the left edge, 2.5 mm below its middle, for 3 s; outlines up to 0.6 s.", agrees = "The trajectory of the paper's equations.", differs = solver },
  { id = "PS5", place = 5, name = "ps_5", heading = "Section 5.2", title = "pure translation", make = translation,
    shows = "The closed form (46) to (49) for a slide without spin.", agrees = "The emitted _translate gives it." },
}
end
