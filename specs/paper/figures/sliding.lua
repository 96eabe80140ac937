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
    local change = lib.solve(jacobian, { -r[1], -r[2], -r[3], -r[4] })
    for j = 1, 4 do u[j] = u[j] + change[j] end
  end
  return { v[1] + (u[1] + p[1]) / m, v[2] + (u[2] + p[2]) / m, v[3] + (u[3] + p[3]) / inertia }, size
end

-- Rows of the whole motion; load(t, angle) as the spec has it, by one_step(pose, v, p).
local function march(v, duration, load, one_step)
  local rows, pose = { { t = 0, x = 0, y = 0, angle = 0, vx = v[1], vy = v[2], w = v[3], residual = 0, tilt = 0 } }, { 0, 0, 0 }
  for k = 1, math.floor(duration / h + 0.5) do
    local fx, fy, torque = load((k - 1) * h, pose[3])
    local after, size, tilt = one_step(pose, v, { h * fx, h * fy, h * torque })
    v = after
    for d = 1, 3 do pose[d] = pose[d] + h * v[d] end
    rows[#rows + 1] = { t = k * h, x = pose[1], y = pose[2], angle = pose[3], vx = v[1], vy = v[2], w = v[3], residual = size, tilt = tilt }
  end
  return rows
end

local function newton(_, v, p) return step(v, p) end

local complementary = dofile(context.here .. "complementarity.lua")(lib,
  { m = m, inertia = { m * (0.05 ^ 2 + 0.16 ^ 2) / 12, m * (0.05 ^ 2 + 0.16 ^ 2) / 12, inertia }, height = height, mu = mu, er = er, g = g, side = 0.05 })

local function in_three_dimensions(pose, v, p)
  local after, size = complementary(pose, v, p, h)
  return { after.vx, after.vy, after.w }, size, after.tilt
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

-- The equations (29) to (32) assume a slip, so that they end at `last`, s, before the
-- body rests; the complementarity program goes on until `whole`.
local function figure(spec, last, whole, v, load, every, seen)
  return function()
    local ours, reference = run(spec, "tcc", whole), run(spec, "reference", whole)
    local theirs, program = march(v, last, load, newton), march(v, whole, load, in_three_dimensions)
    local sliding = table.move(ours, 1, #theirs, 1, {})
    local f, w = lib.rmse(sliding, theirs, { "vx", "vy" }), lib.rmse(sliding, theirs, { "w" })
    local fp, wp, place = lib.rmse(ours, program, { "vx", "vy" }), lib.rmse(ours, program, { "w" }), lib.rmse(ours, program, { "x", "y" })
    local judged = lib.rmse(ours, reference, { "vx", "vy", "w" })
    local worst, left, tilt, impulses = 0, 0, 0, {}
    for _, row in ipairs(theirs) do worst = math.max(worst, row.residual) end
    for _, row in ipairs(program) do left, tilt = math.max(left, row.residual), math.max(tilt, row.tilt) end
    local shown = {}
    for k, row in ipairs(ours) do
      if row.t <= seen + 1e-9 then shown[#shown + 1] = row end
      local px, py = load(row.t, row.angle)
      impulses[k] = { t = row.t, p = h * math.sqrt(px * px + py * py) }
    end
    local squares, points, contacts = outlines(shown, every)
    local function lines(names)
      local list = {}
      for i, name in ipairs(names) do
        list[#list + 1] = { rows = ours, x = "t", y = name, title = name .. ", bristle", colour = lib.colours[i] }
        list[#list + 1] = { rows = program, x = "t", y = name, title = name .. ", NCP", style = "points", colour = lib.colours[i] }
      end
      return list
    end
    local panels = {
      { title = ("RMSE to the complementarity program %s m/s, to (29)-(32) %s m/s"):format(lib.short(fp), lib.short(f)), x = "t (s)", y = "velocity (m/s)", lines = lines { "vx", "vy" } },
      { title = ("RMSE to the complementarity program %s rad/s, to (29)-(32) %s rad/s"):format(lib.short(wp), lib.short(w)), x = "t (s)", y = "w (rad/s)", lines = lines { "w" } },
      { title = ("one outline every %.0f ms until %.2f s"):format(1e3 * h * every, seen), x = "x (m)", y = "y (m)", more = "set size ratio -1", lines = {
        { rows = squares, x = "x", y = "y", title = "outline", width = 0.8, all = true, colour = "#888888" },
        { rows = points, x = "x", y = "y", title = "centre of mass", style = "both", all = true },
        { rows = contacts, x = "ax", y = "ay", title = "contact point", style = "points", all = true, colour = "#b63a2b" } } } }
    if lib.largest(impulses, { "p" }) > 0 then
      table.insert(panels, 1, { x = "t (s)", y = "impulse (N s)", lines = { { rows = impulses, x = "t", y = "p", title = "applied, a step" } } })
    end
    return { columns = { "t", "x", "y", "angle", "vx", "vy", "w", "fx", "fy", "torque", "slip", "ax", "ay" }, rows = ours,
      plot = { columns = 2, width = 1100, height = 700, panels = panels },
      bars = { { what = "velocity, RMSE to the complementarity program (m/s)", value = fp, most = 1e-12 },
        { what = "angular velocity, RMSE to the complementarity program (rad/s)", value = wp, most = 1e-11 },
        { what = "place, RMSE to the complementarity program (m)", value = place, most = 1e-12 },
        { what = "complementarity program: largest residual that is left", value = left, most = 1e-12 },
        { what = "complementarity program: largest velocity out of the plane", value = tilt, most = 1e-12 },
        { what = "velocity, RMSE to Newton's method on (29) to (32) (m/s)", value = f, most = 1e-12 },
        { what = "angular velocity, RMSE to Newton's method (rad/s)", value = w, most = 1e-11 },
        { what = "velocities, RMSE to bristle's reference", value = judged, most = 1e-12 },
        { what = "largest residual of (29) to (32) that is left", value = worst, most = 1e-12 } } }
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

-- ---- 5.1: quasi-static pushing ------------------------------------------------------

-- (38) to (40), the centre of mass at the origin, c = e_r/e_t.
local function by_hand(at, v)
  local x, y, c = at[1], at[2], er
  local vx = ((c * c + x * x) * v[1] + x * y * v[2]) / (c * c + x * x + y * y)
  local vy = ((c * c + y * y) * v[2] + x * y * v[1]) / (c * c + x * x + y * y)
  return vx, vy, (x * vy - y * vx) / (c * c)
end

local function quasi_static()
  local pad = bristle.jit("specs/paper/thrown_square.lua", { backend = "tcc", set = { height = 0 } })
  local sweep, rows, off, moment, stuck = {}, {}, 0, 0, 0
  local function compare(at, v)
    local vx, vy, w = pad:push(at, v)
    local ex, ey, ew = by_hand(at, v)
    off = math.max(off, math.abs(vx - ex), math.abs(vy - ey), math.abs(w - ew) * er)
    -- The pusher's point of the body moves with the pusher, and the friction of that
    -- twist acts along a line through that point, (35).
    stuck = math.max(stuck, math.abs(vx - w * at[2] - v[1]), math.abs(vy + w * at[1] - v[2]))
    local fx, fy, tau = pad:friction { vx, vy, w }
    moment = math.max(moment, math.abs(tau - at[1] * fy + at[2] * fx) / (mu * m * g * er))
    return vx, vy, w, ex, ey, ew
  end
  for k = -50, 50 do
    local y = 0.025 * k / 50
    local vx, vy, w, ex, ey, ew = compare({ -0.025, y }, { 0.02, 0 })
    sweep[#sweep + 1] = { y = y, vx = vx, vy = vy, w = 0.01 * w, ex = ex, ey = ey, ew = 0.01 * ew }
  end
  -- The pusher keeps its point of the left edge, 2.5 mm below the middle, and moves
  -- along x in the world by 10 mm a second.
  local x, y, angle = 0, 0, 0
  for k = 0, 600 do
    local c, s = math.cos(angle), math.sin(angle)
    local at = { -0.025, -0.0025 }
    local vx, vy, w = compare(at, { 0.01 * c, -0.01 * s })
    rows[#rows + 1] = { t = k * h, x = x, y = y, angle = angle, vx = c * vx - s * vy, vy = s * vx + c * vy, w = w,
      ax = x + c * at[1] - s * at[2], ay = y + s * at[1] + c * at[2] }
    -- The middle of the step gives the direction.
    local a = angle + h * w / 2
    local mx, my, mw = pad:push(at, { 0.01 * math.cos(a), -0.01 * math.sin(a) })
    x, y = x + h * (math.cos(a) * mx - math.sin(a) * my), y + h * (math.sin(a) * mx + math.cos(a) * my)
    angle = angle + h * mw
  end
  local squares, points, pushers = outlines(rows, 100)
  local function pair(name, title, exact, i)
    return { rows = sweep, x = "y", y = name, title = title .. ", _push", colour = lib.colours[i] },
      { rows = sweep, x = "y", y = exact, title = title .. ", (38)-(40)", style = "points", colour = lib.colours[i] }
  end
  local lines = {}
  for i, each in ipairs { { "vx", "vx", "ex" }, { "vy", "vy", "ey" }, { "w", "w 10 mm", "ew" } } do
    local a, b = pair(each[1], each[2], each[3], i)
    lines[#lines + 1], lines[#lines + 2] = a, b
  end
  return { columns = { "t", "x", "y", "angle", "vx", "vy", "w", "ax", "ay" }, rows = rows,
    plot = { columns = 2, width = 1100, height = 420, panels = {
      { title = ("largest distance to (38)-(40) %s m/s"):format(lib.short(off)), x = "pusher on the left edge, y (m)", y = "velocity (m/s)", lines = lines },
      { title = "one outline every 1 s", x = "x (m)", y = "y (m)", more = "set size ratio -1", lines = {
        { rows = squares, x = "x", y = "y", title = "outline", width = 0.8, all = true, colour = "#888888" },
        { rows = points, x = "x", y = "y", title = "centre of mass", style = "both", all = true },
        { rows = pushers, x = "ax", y = "ay", title = "pusher", style = "points", all = true, colour = "#b63a2b" } } } } },
    bars = { { what = "largest distance of _push to (38) to (40) (m/s)", value = off, most = 1e-12 },
      { what = "the pusher's point moves with the pusher (m/s)", value = stuck, most = 1e-12 },
      { what = "friction about the pusher's point, over the largest torque, (35)", value = moment, most = 1e-12 } } }
end

local solver = "bristle solves the four equations in closed form up to one root; the paper calls a general solver. " ..
  "The complementarity program here is one of the same steps in three dimensions (17 unknowns: the body may tilt, lift, stick and tip), solved by Newton's method on Fischer and Burmeister's function; the paper's own, of 24 unknowns, is not printed."

return {
  { id = "PS2", place = 2, name = "ps_2", heading = "Fig. 2", title = "a thrown square", make = figure("thrown_square", 0.45, 0.5, { 0.7, 0.9, 10 }, function() return 0, 0, 0 end, 3, 0.45),
    shows = "Steps of 10 ms from (0.7, 0.9) m/s and 10 rad/s until rest at 0.47 s (the paper: 0.45 s); the contact point moves about within the patch.",
    agrees = "bristle, the complementarity program and the paper's equations have one trajectory, to rounding; the contact point stays apart from the centre of mass.",
    differs = solver .. " The paper does not state the inertia: here it is that of a flat square." },
  { id = "PS3", place = 3, name = "ps_3", heading = "Fig. 3", title = "a square pushed at its edge", make = figure("pushed_edge", 3, 3, { 0.2, 0.3, 0 }, push, 4, 0.6),
    shows = "A force of 2.2 + 2 cos(2 pi t/0.1) N across the left edge, 2.5 mm below its middle, for 3 s; outlines up to 0.6 s.", agrees = "The trajectory of the complementarity program and of the paper's equations.", differs = solver },
  { id = "PS4", place = 4, name = "ps_51", heading = "Section 5.1", title = "quasi-static pushing", make = quasi_static,
    shows = "Left: the twist of the square whose left edge is pushed along x at 20 mm/s, over the place of the pusher. Right: a pusher that keeps its point of the edge, at 10 mm/s for 6 s.",
    agrees = "The emitted _push gives (38) to (40); its force and the friction of its twist balance about the pusher's point, which (38) to (40) do not use." },
  { id = "PS5", place = 5, name = "ps_5", heading = "Section 5.2", title = "pure translation", make = translation,
    shows = "The closed form (46) to (49) for a slide without spin.", agrees = "The emitted _translate gives it." },
}
end
