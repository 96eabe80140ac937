-- misprints.lua: where the planar-LuGre paper and the others print something else
-- than what their results, or mechanics, say. Each entry computes what follows
-- from the text as printed, and what follows from the form that bristle takes.
return function(context)
local bristle = require "bristle"
local lib, profile = context.lib, context.profile
local law = lib.laws[1]

local function level(s)
  return law.mu_c + (law.mu_s - law.mu_c) * math.exp(-(s / law.v_s) ^ 2)
end

-- PL (6), with the value beyond z_max that a reading of (18) gives.
local function yielding(z, z_max, beyond)
  local z_ba = law.s_ba * z_max
  if z <= z_ba then return 0 end
  if z > z_max then return beyond end
  return (1 + math.sin(math.pi * (z - (z_max + z_ba) / 2) / (z_max - z_ba))) / 2
end

-- ---- (18): the third case ---------------------------------------------------------

-- One bristle, slow and then fast: its level falls below its deflection.
local function one_bristle(beyond)
  local z, force, largest = 0, 0, 0
  for k = 0, 39999 do
    local v = k < 20000 and 1e-4 or 1e-2
    local g = level(v)
    local dz = v - yielding(math.abs(z), g / law.sigma0, beyond) * law.sigma0 * v / g * z
    force = -(law.sigma0 * z + law.sigma1 * dz + law.sigma2 * v)
    z = z + 1e-5 * dz
    largest = math.max(largest, -force)
  end
  return force, largest
end

local function equation_18()
  local pad <close> = bristle.open(bristle.contact { name = "one", grid = { 1, 1 }, size = { 1e-3, 1e-3 },
    pressure = bristle.rectangle {}, friction = lib.lugre(1), step = "euler" })
  local state, last = pad:jit("tcc"):state(), 0
  for k = 0, 39999 do last = (state:step({ k < 20000 and 1e-4 or 1e-2, 0, 0 }, 1, 1e-5)) end
  local right, printed = (one_bristle(1)), (one_bristle(0))
  return { printed = "1 where |z| <= z_max", used = "1 where |z| >= z_max",
    because = ("A bristle that has slid slowly is longer than z_max of a faster slip. As printed nothing lets it yield then: 0.2 s later its force is %.0f N per newton of load; with >= it is %.4f N.")
      :format(-printed, -right),
    bars = { { what = "|z| >= z_max: force to bristle's solver (N)", value = math.abs(right - last), most = 1e-12 },
      { what = "as printed: force over the right one", value = printed / right, most = 1e4, least = 100 } } }
end

-- ---- (22): the sign ------------------------------------------------------------------

local function equation_22()
  local pad <close> = bristle.open(profile.spec { surface = "circle", p = 0, model = "ellipsoid", more = { torsion = "paper" } })
  local r, jit = pad:check().r, pad:jit("tcc")
  local worst, printed = 0, math.huge
  for k = 1, 200 do
    local v = { 0.01 * math.sin(3 * k), 0.01 * math.cos(5 * k), math.sin(7 * k) }
    local s = math.sqrt(v[1] ^ 2 + v[2] ^ 2 + (r * v[3]) ^ 2)
    local f = { v[1] / s, v[2] / s, r * r * v[3] / s }
    local fx, fy, tau = jit:limit(v, 1)
    worst = math.max(worst, math.abs(fx + f[1]), math.abs(fy + f[2]), math.abs(tau + f[3]) / r)
    printed = math.min(printed, (f[1] * v[1] + f[2] * v[2] + f[3] * v[3]) / s)
  end
  return { printed = "f_e = mu_C f_N S v_S / |v_S|", used = "f_e = -mu_C f_N S v_S / |v_S|",
    because = ("As printed friction drives: its power is +%.3f mu_C f_N |v_S| for each of 200 twists. (7), (8) and (26) have the minus."):format(printed),
    bars = { { what = "with the minus: to bristle's ellipsoid, over mu f_N", value = worst, most = 1e-12 },
      { what = "as printed: least power over mu f_N |v_S|", value = printed, most = 1 + 1e-12, least = 1 - 1e-12 } } }
end

-- ---- (31): the sign ------------------------------------------------------------------

-- The reduced model without (32)'s beta for 20 ms at one twist; sign of the last term.
local function reduced_run(h, s, v, r, u, sign)
  local g, zeta, dz = level(s), { 0, 0, 0 }, { 0, 0, 0 }
  for _ = 1, 2000 do
    for d = 1, 3 do
      dz[d] = -h[d] * s + sign * zeta[d] * law.sigma0 * s / g
      zeta[d] = zeta[d] + 1e-5 * dz[d]
    end
  end
  local f, scale, viscous = {}, { 1, 1, r }, { 1, 1, u }
  for d = 1, 3 do f[d] = -(scale[d] * (law.sigma0 * zeta[d] + law.sigma1 * dz[d]) + law.sigma2 * viscous[d] * v[d]) end
  return f
end

local function equation_31()
  local friction = {}
  for key, value in pairs(law) do friction[key] = value end
  friction.s_ba = nil
  local more = { friction = bristle.lugre(friction) }
  for key, value in pairs(profile.papers_reduced) do more[key] = value end
  local pad <close> = bristle.open(profile.spec { surface = "circle", model = "reduced", more = more })
  local r, u, jit = pad:check().r, pad:check().u, pad:jit("tcc")
  local v = { 3e-3, 1e-3, 0.4 }
  local s = math.sqrt(v[1] ^ 2 + v[2] ^ 2 + (r * v[3]) ^ 2)
  local fx, fy, tau = jit:limit(v, 1)
  local h = { fx, fy, tau / r }
  local state, out = jit:state(), nil
  for _ = 1, 2000 do out = { state:step(v, 1, 1e-5) } end
  local right, printed = reduced_run(h, s, v, r, u, -1), reduced_run(h, s, v, r, u, 1)
  local residual = 0
  for d = 1, 3 do
    local z = -h[d] * level(s) / law.sigma0 -- (30)
    residual = math.max(residual, math.abs(-h[d] * s + z * law.sigma0 * s / level(s)) / s)
  end
  return { printed = "z' = -S h |v_S| + z sigma_0 |v_S| / g", used = "z' = -S h |v_S| - z sigma_0 |v_S| / g",
    because = ("(30) is no steady state of (31) as printed: %.2f |v_S| is left, and from rest the force is %.1e N after 20 ms at 5 mm/s in place of %.3f N. (32) has the sign right.")
      :format(residual, math.abs(printed[1]), math.abs(right[1])),
    bars = { { what = "with the minus: force to bristle's solver after 20 ms (N)", value = math.abs(right[1] - out[1]), most = 1e-11 },
      { what = "as printed: force over the right one", value = math.abs(printed[1] / right[1]), least = 1e3 } } }
end

-- ---- (33) to (42): the authors' table -------------------------------------------------

local steps, cells = 20, 21

-- PL (19), (20), Coulomb friction of masked cells, at the grid centre.
local function masked(list, v)
  local fx, fy, tau = 0, 0, 0
  for i = 1, #list do
    local c = list[i]
    local vx, vy = v[1] - v[3] * c.y, v[2] + v[3] * c.x
    local s = math.sqrt(vx * vx + vy * vy)
    if s > 0 then
      local px, py = c.w * vx / s, c.w * vy / s
      fx, fy, tau = fx - px, fy - py, tau - c.x * py + c.y * px
    end
  end
  return fx, fy, tau
end

-- Of a surface whose centre of pressure is the grid's centre.
local function centres(surface)
  local list, sum = {}, 0
  for j, row in ipairs(profile.mask(surface, cells)) do
    for i, p in ipairs(row) do
      if p > 0 then list[#list + 1], sum = { x = (i - 11) * 0.02 / cells, y = (11 - j) * 0.02 / cells, w = p }, sum + p end
    end
  end
  for _, c in ipairs(list) do c.w = c.w / sum end
  return list
end

-- PL (21); whole(x) gives the cell of the centre of rotation.
local function between_corners(list, v, whole)
  local w = v[3]
  local x, y = (-v[2] / w / 0.02 + 0.5) * cells, (v[1] / w / 0.02 + 0.5) * cells
  local i, j = whole(x), whole(y)
  if w == 0 or x ~= x or i < 0 or j < 0 or i >= cells or j >= cells then return masked(list, v) end
  local fx, fy, tau = 0, 0, 0
  for corner = 0, 3 do
    local a, b = corner % 2, corner // 2
    local share = (a == 1 and x - i or 1 - x + i) * (b == 1 and y - j or 1 - y + j)
    local cx, cy = ((i + a) / cells - 0.5) * 0.02, ((j + b) / cells - 0.5) * 0.02
    local gx, gy, g = masked(list, { w * cy, -w * cx, w })
    fx, fy, tau = fx + share * gx, fy + share * gy, tau + share * g
  end
  return fx, fy, tau
end

local function cut(x) return x >= 0 and math.floor(x) or math.ceil(x) end

local function authors_table(surface, whole)
  local list = centres(surface)
  local _, _, spin = between_corners(list, { 0, 0, 1 }, whole)
  local made = { r = math.abs(spin), u = 0 }
  for _, c in ipairs(list) do made.u = made.u + c.w * (c.x ^ 2 + c.y ^ 2) end
  for i = 0, 4 * steps do
    made[i] = {}
    for j = 0, steps do
      local theta, phi = math.pi / 2 * i / steps, math.pi / 2 * j / steps
      local v = made.r * math.sin(phi)
      local fx, fy, tau = between_corners(list, { v * math.cos(theta), v * math.sin(theta), math.cos(phi) }, whole)
      made[i][j] = { fx, fy, tau / made.r }
    end
  end
  return made
end

-- (35) to (42), with phi from the axis of spin, or as (36) prints it.
local function look_up(made, v, is_printed)
  local sign = v[3] < 0 and -1 or 1
  local theta = math.atan(sign * v[2], sign * v[1])
  local t, w = math.sqrt(v[1] ^ 2 + v[2] ^ 2), made.r * math.abs(v[3])
  local a = (theta < 0 and theta + 2 * math.pi or theta) * 2 * steps / math.pi
  local b = (is_printed and math.atan(w, t) or math.atan(t, w)) * 2 * steps / math.pi
  local i, j = math.min(math.floor(a), 4 * steps - 1), math.min(math.floor(b), steps - 1)
  local low, high, h = made[i], made[i + 1], {}
  for d = 1, 3 do
    local from = low[j][d] + (b - j) * (low[j + 1][d] - low[j][d])
    local to = high[j][d] + (b - j) * (high[j + 1][d] - high[j][d])
    h[d] = sign * (from + (a - i) * (to - from))
  end
  return h
end

-- The reduced model (32) on that table along Fig. 5; the RMSE to the authors' trace
-- until `last`, s.
local function follow(surface, made, is_printed, last)
  local theirs, zeta, dz, f = profile.authors(surface), { 0, 0, 0 }, {}, {}
  local r, u = made.r, made.u
  local sum, count, k = 0, 0, 1
  for n = 0, math.floor(last / 1e-5) do
    local vx, vy, w = profile.at(n * 1e-5)
    local s = math.sqrt(vx * vx + vy * vy + (r * w) ^ 2)
    local h = s > 0 and look_up(made, { vx, vy, w }, is_printed) or { 0, 0, 0 }
    local g = level(s)
    local size = math.sqrt(zeta[1] ^ 2 + zeta[2] ^ 2 + zeta[3] ^ 2)
    local reach = math.sqrt(h[1] ^ 2 + h[2] ^ 2 + h[3] ^ 2)
    local along = size > 0 and reach > 0 and -(zeta[1] * h[1] + zeta[2] * h[2] + zeta[3] * h[3]) / (size * reach) or 1
    local a = yielding(size, reach * g / law.sigma0, 1) * (1 + along) / 2 * law.sigma0 * s / g
    for d = 1, 3 do dz[d] = -h[d] * s - a * zeta[d] end
    if theirs[k] and n == math.floor(theirs[k].t / 1e-5 + 0.5) then
      f[1] = -(law.sigma0 * zeta[1] + law.sigma1 * dz[1] + law.sigma2 * vx)
      f[2] = -(law.sigma0 * zeta[2] + law.sigma1 * dz[2] + law.sigma2 * vy)
      sum, count, k = sum + (f[1] - theirs[k].fx_red) ^ 2 + (f[2] - theirs[k].fy_red) ^ 2, count + 1, k + 1
    end
    for d = 1, 3 do zeta[d] = zeta[d] + 1e-5 * dz[d] end
  end
  return math.sqrt(sum / count)
end

local function equation_36()
  local made = authors_table("circle", cut)
  local worst = 0
  for j = 0, steps do
    local phi = math.pi / 2 * j / steps -- (33), and back by (36)
    worst = math.max(worst, math.abs(math.atan(math.cos(phi), math.sin(phi)) - phi))
  end
  -- Until 2.2 s the slide along x is over.
  local polar, printed = follow("circle", made, false, 2.2), follow("circle", made, true, 2.2)
  return { printed = "phi = atan2(r |w|, |v|)", used = "phi = atan2(|v|, r |w|)",
    because = ("(33) measures phi from the axis of spin, (36) from the plane of slip, so that a spin reads the entry of a slide. With the authors' polar table read by the angle of (33) the reduced model follows their trace to %.1e N; as printed it is %.2f N off.")
      :format(polar, printed),
    bars = { { what = "phi of (33) by (36) as printed: largest error (rad)", value = worst, least = 1.5 },
      { what = "angle of (33): force, RMSE to the authors' reduced trace (N)", value = polar, most = 1e-10 },
      { what = "as printed: force, RMSE to the authors' reduced trace (N)", value = printed, least = 0.1 } } }
end

local function equation_21()
  local right, whole = authors_table("nonconvex1", cut), authors_table("nonconvex1", math.floor)
  local apart, where = 0, 0
  for i = 0, 4 * steps do
    for j = 0, steps do
      local d = 0
      for c = 1, 3 do d = math.max(d, math.abs(right[i][j][c] - whole[i][j][c])) end
      if d > 1e-12 then where = where + 1 end
      apart = math.max(apart, d)
    end
  end
  -- From 3.4 to 4 s the centre of rotation leaves the grid towards smaller x.
  local a, b = follow("nonconvex1", right, false, 4.2), follow("nonconvex1", whole, false, 4.2)
  return { printed = "the cell that encloses the CoR", used = "exact integrals over cells: no cell is sought",
    because = ("The authors' program cuts the decimals of the place, also below 0, so that a centre of rotation up to a cell before the grid counts as inside, and (21) extrapolates: %d of %d entries of the table of Fig. 20 differ from those by the text, by %.2g at most. With cut decimals the trace is theirs to %.1e N, by the text to %.1e N.")
      :format(where, (4 * steps + 1) * (steps + 1), apart, a, b),
    bars = { { what = "cut decimals: force, RMSE to the authors' reduced trace (N)", value = a, most = 1e-10 },
      { what = "by the text: force, RMSE to the authors' reduced trace (N)", value = b, least = 1e-6 } } }
end

-- ---- the mask -----------------------------------------------------------------------

local function mask()
  local rows, bars = { { "N", "torque of a spin: mask over exact", "cells by integrals over exact", "mask: CoP off the middle, cells" } }, {}
  local found = {}
  for _, n in ipairs { 5, 20, 21, 33, 101 } do
    local masked_, exact = bristle.check(profile.spec { surface = "circle", n = n }), bristle.check(profile.spec { surface = "circle", n = n, exact = true })
    local truth = 0.01 * 2 / 3
    found[n] = { mask = masked_.r / truth - 1, exact = exact.r / truth - 1, off = math.abs(masked_.cop[1]) / (0.02 / n) }
    rows[#rows + 1] = { n, ("%+.2f %%"):format(100 * found[n].mask), ("%+.4f %%"):format(100 * found[n].exact), ("%.3g"):format(found[n].off) }
  end
  return { printed = "cells in or out by their centres (Fig. 8)", used = "the integral of the pressure over each cell",
    because = ("A mask puts the rim of a disc at cell centres. At 21 x 21 cells its torque is %.1f %% off the disc's, exact integrals %.2f %%; on an even grid (20 x 20) the mask's centre of pressure is %.2f cells off. Where the authors are compared, the mask is taken.")
      :format(100 * math.abs(found[21].mask), 100 * math.abs(found[21].exact), found[20].off),
    tables = { rows },
    bars = { { what = "mask, N = 21: torque of a spin, relative error", value = math.abs(found[21].mask), most = 0.06, least = 0.03 },
      { what = "integrals, N = 21: torque of a spin, relative error", value = math.abs(found[21].exact), most = 3e-3 },
      { what = "mask, N = 20: centre of pressure, cells off", value = found[20].off, most = 0.5, least = 0.4 } } }
end

-- ---- (44): the factor -----------------------------------------------------------------

-- The factor that makes (44) integrate to the normal force: 1/integral of
-- 2 x (1 - x^k)^(1/k) from 0 to 1, by the trapezoidal rule in x = (1 + tanh(sinh t))/2.
local function factor(k)
  local sum, step = 0, 1 / 64
  for n = -256, 256 do
    local t = n * step
    local e = math.exp(math.pi * (math.exp(t) - math.exp(-t)) / 2)
    local x, left = e / (1 + e), 1 / (1 + e) -- left = 1 - x
    -- 1 - x^k without cancellation near x = 1.
    local room = left < 1e-3 and -(math.exp(k * -(left + left ^ 2 / 2 + left ^ 3 / 3 + left ^ 4 / 4)) - 1) or 1 - x ^ k
    if left < 1e-9 then room = k * left end
    local slope = math.pi / 2 * (math.exp(t) + math.exp(-t)) * x * left
    if x > 0 and left > 0 and room > 0 then sum = sum + step * 2 * x * room ^ (1 / k) * slope end
  end
  return 1 / sum
end

local function equation_44()
  local rows = { { "k", "factor that keeps the normal force", "share of it with 1.144" } }
  for _, k in ipairs { 1, 2, 3, 4, 5.28, 8 } do rows[#rows + 1] = { k, ("%.4f"):format(factor(k)), ("%.4f"):format(1.144 / factor(k)) } end
  return { printed = "1.144 f_N / (pi a^2) for all k", used = "each pressure scaled to f_N",
    because = ("The factor depends on k: 1.5 for k = 2, %.4f for k = 4. With 1.144 the pad of Fig. 34 with k = 2 carries %.1f %% of its normal force. (43) has no unit; in the authors' program a counts cells of the 21 x 21 grid.")
      :format(factor(4), 100 * 1.144 / factor(2)),
    tables = { rows },
    bars = { { what = "k = 2: factor to 3/2", value = math.abs(factor(2) - 1.5), most = 1e-8 },
      { what = "k = 4: factor to the printed 1.144", value = math.abs(factor(4) - 1.144), most = 5e-4 },
      { what = "k = 2: share of the normal force with 1.144", value = 1.144 / factor(2), most = 0.77, least = 0.76 } } }
end

-- ---- Figs. 6 and 23 to 25: the disc ---------------------------------------------------

local function disc_radius()
  local hold = 1.2 * 9.81 * 2 / 3 -- largest torque over the radius of a uniform disc, N
  local small, large = 0.03 / (hold * 0.025), 0.03 / (hold * 0.05)
  return { printed = "a disc with a radius of 0.05 m", used = "0.05 m for the inertia, a contact of 0.05 m across",
    because = ("The text calls the torque of 0.03 N m about 1/6 of what starts a slip. On a contact of 0.05 m radius it is 1/%.1f, on one of 0.025 m 1/%.1f: that is the contact of the authors' program."):format(1 / large, 1 / small),
    bars = { { what = "contact of 0.025 m: torque over that of slip", value = small, most = 0.17, least = 0.15 },
      { what = "contact of 0.05 m: torque over that of slip", value = large, most = 0.085 } } }
end

-- ---- the other papers -------------------------------------------------------------------

-- PS (2): three feet carry a load; the centre of friction from the moments.
local function sliding_2()
  local worst, printed = 0, 0
  for k = 1, 50 do
    local n, mx, my, x, y = 0, 0, 0, 0, 0
    for foot = 1, 3 do
      local fx, fy, f = math.sin(11 * k + foot), math.cos(7 * k - 3 * foot), 2 + math.sin(k * foot)
      n, mx, my, x, y = n + f, mx + fy * f, my - fx * f, x + fx * f, y + fy * f
    end
    -- The applied moments balance those of the feet.
    local tx, ty = -mx, -my
    worst = math.max(worst, math.abs(ty / n - x / n), math.abs(-tx / n - y / n))
    printed = math.max(printed, math.abs(-ty / n - x / n), 0)
  end
  return { printed = "x_o = -1/lambda_n [tau_y, tau_x]", used = "the two components have opposite signs",
    because = ("Moments of forces along z about x and y are y f and -x f. With the minus before both one component lands on the other side: %.2f m off for feet within 1 m. (9) to (12), which bristle takes, are right."):format(printed),
    bars = { { what = "opposite signs: centre of three feet (m)", value = worst, most = 1e-12 },
      { what = "as printed: distance of one component (m)", value = printed, least = 0.1 } } }
end

-- The arm of CF at a state: A, b as printed and as the constraint's derivatives say.
local function arm_constraint(q, qd)
  local l1, l2, beta = 1, 2, 0.25
  local s1, c1, s12, c12 = math.sin(q[1]), math.cos(q[1]), math.sin(q[1] + q[2]), math.cos(q[1] + q[2])
  local w1, w12 = qd[1], qd[1] + qd[2]
  local x, dx = l1 * c1 + l2 * c12, -(l1 * s1 * w1 + l2 * s12 * w12)
  local bend = -2 * beta * x * (l1 * c1 * w1 ^ 2 + l2 * c12 * w12 ^ 2)
  local printed = l1 * s1 * w1 + l2 * s12 * w12 ^ 2 - 2 * beta * dx ^ 2 + bend
  local right = l1 * s1 * w1 ^ 2 + l2 * s12 * w12 ^ 2 + 2 * beta * dx ^ 2 + bend
  -- -d2/dt2 of the constraint along q + qd t, by differences.
  local function phi(t)
    local a, b = q[1] + qd[1] * t, q[1] + q[2] + (qd[1] + qd[2]) * t
    local px, py = l1 * math.cos(a) + l2 * math.cos(b), l1 * math.sin(a) + l2 * math.sin(b)
    return py - beta * px ^ 2
  end
  local e = 1e-3
  local truth = -(-phi(2 * e) + 16 * phi(e) - 30 * phi(0) + 16 * phi(-e) - phi(-2 * e)) / (12 * e * e)
  return printed, right, truth
end

local function closed_50()
  local worst, printed_off = 0, 0
  for k = 1, 50 do
    local printed, right, truth = arm_constraint({ math.sin(k), 2 + math.cos(3 * k) }, { 2 * math.sin(5 * k), 2 * math.cos(7 * k) })
    worst, printed_off = math.max(worst, math.abs(right - truth)), math.max(printed_off, math.abs(printed - truth))
  end
  return { printed = "b = l1 sin th1 th1' + ... - 2 beta (x')^2 - ...", used = "b = l1 sin th1 th1'^2 + ... + 2 beta (x')^2 - ...",
    because = ("The first rate lacks its square and the second term has the wrong sign: b as printed is off by up to %.1f m/s^2 at 50 states. bristle derives A and b from the constraint itself."):format(printed_off),
    bars = { { what = "both mended: b to the constraint's second difference (m/s^2)", value = worst, most = 1e-6 },
      { what = "as printed: b off (m/s^2)", value = printed_off, least = 1 } } }
end

-- (54): I - A+A with (a1 + a2)^-1 in one row is no projection; and (20) by (18) of the
-- arm: the share of F_t along the normal of the parabola.
local function closed_54()
  local off, normal = 0, 0
  for k = 1, 50 do
    local q = { math.sin(k), 2 + math.cos(3 * k) }
    local s1, c1, s12, c12 = math.sin(q[1]), math.cos(q[1]), math.sin(q[1] + q[2]), math.cos(q[1] + q[2])
    local x = c1 + 2 * c12
    local j = { { -s1 - 2 * s12, -2 * s12 }, { c1 + 2 * c12, 2 * c12 } }
    local n = { -x / 2, 1 }
    local a = { n[1] * j[1][1] + n[2] * j[2][1], n[1] * j[1][2] + n[2] * j[2][2] }
    local wrong = a[1] ^ 2 / (a[1] + a[2])
    off = math.max(off, math.abs(wrong - a[1] ^ 2 / (a[1] ^ 2 + a[2] ^ 2)))
    -- F_t = (J J')^-1 J Q_t = J'^-1 Q_t with Q_t = Q - A'(A Q)/(A A').
    local Q = { math.cos(9 * k), math.sin(4 * k) }
    local share = (a[1] * Q[1] + a[2] * Q[2]) / (a[1] ^ 2 + a[2] ^ 2)
    local t = { Q[1] - share * a[1], Q[2] - share * a[2] }
    local det = j[1][1] * j[2][2] - j[1][2] * j[2][1]
    local f = { (t[1] * j[2][2] - t[2] * j[2][1]) / det, (t[2] * j[1][1] - t[1] * j[1][2]) / det }
    local size = math.sqrt((f[1] ^ 2 + f[2] ^ 2) * (n[1] ^ 2 + n[2] ^ 2))
    normal = math.max(normal, math.abs(f[1] * n[1] + f[2] * n[2]) / size)
  end
  return { printed = "(a1 + a2)^-1 in (54); F_t of (20) as the tangential force", used = "the tangential rows added to A, and solved",
    because = ("Entries with (a1 + a2)^-1 in place of (a1^2 + a2^2)^-1 are off by up to %.1f; and F_t of (20) has up to %.0f %% of its length along the normal, since joint space and plane have different metrics. (26) bounds F_s by itself; F_m of (25) is meant.")
      :format(off, 100 * normal),
    bars = { { what = "(54) as printed: an entry of the projection off", value = off, least = 1 },
      { what = "(20): largest share of F_t along the normal", value = normal, least = 0.1 } } }
end

local function entry(id, heading, place, title, make, differs)
  return { id = id, place = place, name = "misprint_" .. id:lower():gsub("[^%w]", "_"), heading = heading, title = title, make = make, differs = differs }
end

return {
  entry("M18", "PL (18)", 1, "the elasto-plastic bristle beyond z_max", equation_18),
  entry("M22", "PL (22)", 2, "the sign of the ellipsoid's wrench", equation_22),
  entry("M31", "PL (31)", 3, "the sign of the reduced model's relaxation", equation_31),
  entry("M36", "PL (36)", 4, "the angle of the polar table", equation_36),
  entry("M21", "PL (21)", 5, "cut decimals", equation_21),
  entry("M44", "PL (44)", 6, "the factor of a soft pad's pressure", equation_44),
  entry("M8", "PL Fig. 8", 7, "the mask", mask),
  entry("M6", "PL Fig. 6", 8, "the contact of the disc", disc_radius),
  entry("M2", "PS (2)", 9, "the centre of friction", sliding_2),
  entry("M50", "CF (50)", 10, "the arm's constraint", closed_50),
  entry("M54", "CF (20), (26), (54)", 11, "stiction", closed_54),
}
end
