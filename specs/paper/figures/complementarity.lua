-- complementarity.lua: the time step of the planar-sliding paper as one nonlinear
-- complementarity problem, in three dimensions: the body may tilt, lift, stick, and
-- tip over an edge of its patch. In: the body, its state, an impulse. Out: velocity,
-- contact impulses and the contact point. It shares no equation with (29) to (32):
-- the contact point comes from the balance of moments and the shape of the patch.
--
--   local step = dofile(here .. "complementarity.lua")(lib, body)
--   local after, residual = step({ x, y, angle }, { vx, vy, w }, { px, py, p_tau }, h)
--
-- body = { m, inertia = { x, y, z }, height, mu, er, g, side }
return function(lib, body)
-- Unknowns: velocity and angular velocity of the centre of mass in three axes;
-- impulses p_t, p_o, p_r, p_n; slip speed sigma; the contact point from the centre
-- of mass; a multiplier for each edge of the square patch.
local names = { "vx", "vy", "vz", "wx", "wy", "wz", "pt", "po", "pr", "pn", "sigma", "rx", "ry", "l1", "l2", "l3", "l4" }

-- Fischer and Burmeister: zero if and only if a >= 0, b >= 0 and a b = 0.
local function apart(a, b) return math.sqrt(a * a + b * b) - a - b end

-- Each residual is over its own scale.
local function residuals(u, v, p, h, angle, out)
  local m, inertia, q, mu, er = body.m, body.inertia, body.height, body.mu, body.er
  local vx, vy, vz, wx, wy, wz = u[1], u[2], u[3], u[4], u[5], u[6]
  local pt, po, pr, pn, sigma, rx, ry = u[7], u[8], u[9], u[10], u[11], u[12], u[13]
  local load = m * body.g * h
  local pull, half = mu * load, body.side / 2
  -- Newton and Euler over the step; the contact is at (rx, ry, -q).
  out[1] = (m * (vx - v[1]) - pt - p[1]) / pull
  out[2] = (m * (vy - v[2]) - po - p[2]) / pull
  out[3] = (m * vz - pn + load) / load
  out[4] = (inertia[1] * wx - ry * pn - q * po) / (load * half)
  out[5] = (inertia[2] * wy + q * pt + rx * pn) / (load * half)
  out[6] = (inertia[3] * (wz - v[3]) - rx * po + ry * pt - pr - p[3]) / (pull * er)
  -- Maximal dissipation at the contact point, (17) to (20).
  local slip_t, slip_o = vx - wy * q - wz * ry, vy + wx * q + wz * rx
  out[7] = mu * pn * slip_t / pull + pt * sigma / pull
  out[8] = mu * pn * slip_o / pull + po * sigma / pull
  out[9] = (er * er * mu * pn * wz + pr * sigma) / (pull * er)
  out[10] = apart(sigma, 1 - (pt * pt + po * po + (pr / er) ^ 2) / (mu * pn) ^ 2)
  -- The patch does not enter the table, and presses only where it touches.
  out[11] = apart(pn / load, (vz + wx * ry - wy * rx) * h / half)
  -- The contact point is a lowest point of the square: the slope of the tilted
  -- patch is balanced by the edges that it touches.
  local slope_x, slope_y = -h * wy, h * wx
  local c, s = math.cos(angle + h * wz), math.sin(angle + h * wz)
  local normals = { { c, s }, { -s, c }, { -c, -s }, { s, -c } }
  for k = 1, 4 do
    local n, l = normals[k], u[13 + k]
    slope_x, slope_y = slope_x + l * n[1], slope_y + l * n[2]
    out[13 + k] = apart(l, 1 - (n[1] * rx + n[2] * ry) / half)
  end
  out[12], out[13] = slope_x, slope_y
  return out
end

return function(pose, v, p, h)
  local load = body.m * body.g * h
  local pull, n = body.mu * load, #names
  local free = { v[1] + p[1] / body.m, v[2] + p[2] / body.m, body.er * (v[3] + p[3] / body.inertia[3]) }
  local speed = math.sqrt(free[1] ^ 2 + free[2] ^ 2 + free[3] ^ 2)
  local u = { v[1], v[2], 0, 0, 0, v[3], -pull * free[1] / speed, -pull * free[2] / speed, -pull * body.er * free[3] / speed, load, speed }
  -- Where the impulse that would stop the body lies within the ellipsoid, Newton's
  -- method starts at rest.
  local stop = { -body.m * free[1], -body.m * free[2], -body.inertia[3] * free[3] / body.er }
  if stop[1] ^ 2 + stop[2] ^ 2 + (stop[3] / body.er) ^ 2 <= pull ^ 2 then
    u = { 0, 0, 0, 0, 0, 0, stop[1], stop[2], stop[3], load, 0 }
  end
  u[12], u[13] = -u[7] * body.height / load, -u[8] * body.height / load
  for k = 14, 17 do u[k] = 0 end
  local scale = { 1, 1, 1, 1, 1, 10, pull, pull, pull * body.er, load, 1, body.side, body.side, 1, 1, 1, 1 }
  local function size_of(r) local most = 0 for i = 1, n do most = math.max(most, math.abs(r[i])) end return most end
  local r = residuals(u, v, p, h, pose[3], {})
  local size = size_of(r)
  for _ = 1, 60 do
    if size < 1e-13 then break end
    local jacobian, shifted = {}, { table.unpack(u) }
    for i = 1, n do jacobian[i] = {} end
    for j = 1, n do
      local d = 1e-6 * scale[j]
      shifted[j] = u[j] + d
      local up = residuals(shifted, v, p, h, pose[3], {})
      shifted[j] = u[j] - d
      local down = residuals(shifted, v, p, h, pose[3], {})
      shifted[j] = u[j]
      for i = 1, n do jacobian[i][j] = (up[i] - down[i]) / (2 * d) end
    end
    local change = {}
    for i = 1, n do change[i] = -r[i] end
    lib.solve(jacobian, change)
    -- Halve the step while it does not help.
    local share, best, best_r, best_size = 1, nil, nil, math.huge
    for _ = 1, 12 do
      local try = {}
      for j = 1, n do try[j] = u[j] + share * change[j] end
      local rr = residuals(try, v, p, h, pose[3], {})
      local s = size_of(rr)
      if s < best_size then best, best_r, best_size = try, rr, s end
      if s < size then break end
      share = share / 2
    end
    if best_size >= size then break end
    u, r, size = best, best_r, best_size
  end
  return { vx = u[1], vy = u[2], w = u[6], tilt = math.max(math.abs(u[3]), math.abs(u[4]), math.abs(u[5])), sigma = u[11], pn = u[10], ax = u[12], ay = u[13] }, size
end
end
