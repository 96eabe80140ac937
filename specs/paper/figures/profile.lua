-- profile.lua: the contact surfaces of Fig. 8 of the planar-LuGre paper, and the
-- velocity profile of its Fig. 5, which any of its models can follow.
--
--   local profile = dofile(here .. "profile.lua")(lib)
local bristle = require "bristle"

return function(lib)
local profile = { size = 0.02, duration = 5 }

-- ---- surfaces -------------------------------------------------------------------

-- The pressure of a cell of N x N, i from the smallest x, j from the smallest y,
-- both from 0: an in/out mask with the centre of the cell, as the paper's program
-- has it. At N = 21 three of these maps are known from that program (tests/data).
local masks = {
  circle = function(i, j, n)
    local c = n // 2
    return (i - c) ^ 2 + (j - c) ^ 2 <= math.min(c, n - c) ^ 2 and 1 or 0
  end,
  square = function() return 1 end,
  line = function(i, _, n) return i == n // 2 and 1 or 0 end,
  gradient_line = function(i, j, n) return i == n // 2 and (j + 1) / n or 0 end,
  -- Two squares, a seventh of the side each, at both ends of the x axis.
  nonconvex1 = function(i, j, n)
    local x, y = math.abs(i + 0.5 - n / 2) / n, math.abs(j + 0.5 - n / 2) / n
    return x > 5 / 14 and y < 1 / 14 and 1 or 0
  end,
  -- The paper does not print its second map: this one is an angle of ours whose
  -- pressure rises towards larger x and y.
  nonconvex2 = function(i, j, n)
    local x, y = (i + 0.5) / n, (j + 0.5) / n
    return (x < 1 / 3 or y < 1 / 3) and 1 + x + y or 0
  end,
}

-- The same surfaces for exact integrals over cells.
local shapes = {
  circle = function() return bristle.disc { radius = 0.01 } end,
  square = function() return bristle.rectangle {} end,
  line = function() return bristle.line { length = 0.02 } end,
  gradient_line = function() return bristle.gradient_line { length = 0.02 } end,
  -- Cells by design: bristle's default takes the map as it is.
  nonconvex2 = function() return bristle.map(profile.mask("nonconvex2", 21)) end,
  nonconvex1 = function()
    local side = 0.02 / 7
    return bristle.rectangle { size = { side, side }, at = { side / 2 - 0.01, 0 } } +
      bristle.rectangle { size = { side, side }, at = { 0.01 - side / 2, 0 } }
  end,
}

profile.titles = {
  circle = "circle", square = "square", line = "line", gradient_line = "gradient line",
  nonconvex1 = "non-convex 1", nonconvex2 = "an angle",
}

-- Rows as seen from above.
function profile.mask(surface, n)
  local rows = {}
  for j = n - 1, 0, -1 do
    local row = {}
    for i = 0, n - 1 do row[#row + 1] = masks[surface](i, j, n) end
    rows[#rows + 1] = row
  end
  return rows
end

-- The spec of a contact: how = { surface =, n =, exact =, model =, p =, more = }.
function profile.spec(how)
  local n = how.n or 21
  local keys = {
    name = "contact", model = how.model or "distributed", grid = { n, n }, size = { profile.size, profile.size },
    pressure = how.exact and shapes[how.surface]() or bristle.map(profile.mask(how.surface, n)),
    friction = lib.lugre(how.p or 1), step = how.step or "euler",
  }
  for key, value in pairs(how.more or {}) do keys[key] = value end
  return bristle.contact(keys)
end

-- The settings of the paper's reduced model.
profile.papers_reduced = { torsion = "paper", quadrature = "paper", limit_surface = { resolution = 20 } }

-- ---- the profile ------------------------------------------------------------------

local c = 0.015
local knots = {
  w = { { 0, 0 }, { 0.6, 1 }, { 3.4, 1 }, { 4, 0 } },
  vx = { { 0, 0 }, { 0.8, 0 }, { 1.4, c }, { 1.6, c }, { 2.2, 0 } },
  vy = { { 0, 0 }, { 2.4, 0 }, { 2.7, 0.4 * c }, { 4.3, 0.4 * c }, { 4.6, 0 } },
}

-- The twist of the centre of pressure.
function profile.at(t)
  return lib.between(t, knots.vx), lib.between(t, knots.vy), lib.between(t, knots.w)
end

-- Returns the twists at the grid centre, in one array for each row of results.
local function twists_of(cop, dt, every)
  return lib.once(("twists %.17g %.17g %g %d"):format(cop[1], cop[2], dt, every), function()
    local pieces, count = {}, math.floor(profile.duration / dt / every + 0.5)
    for piece = 1, count do
      local twists = bristle.array(3 * every)
      for k = 0, every - 1 do
        local vx, vy, w = profile.at(((piece - 1) * every + k) * dt)
        twists[3 * k + 1], twists[3 * k + 2], twists[3 * k + 3] = vx + w * cop[2], vy - w * cop[1], w
      end
      pieces[piece] = twists
    end
    return pieces
  end)
end

-- Follows the profile by steps of dt. Returns rows at every `every`-th step, before
-- the bristles of that step change: t, the twist and the wrench at the CoP.
function profile.run(how)
  local dt, every = how.dt or 1e-5, how.every or 500
  local model <close> = bristle.open(profile.spec(how))
  local cop = model:check().cop
  local pieces = twists_of(cop, dt, every)
  -- The library's vector code needs no compiler run; cc pays where steps are long.
  local state, rows = model:jit(how.backend or "cc"):state(), {}
  for piece, twists in ipairs(pieces) do
    state:step_many(every, twists, 1, dt)
    local t = piece * every * dt
    local vx, vy, w = profile.at(t)
    local out = table.pack(state:rate({ vx + w * cop[2], vy - w * cop[1], w }, 1))
    local n = type(out[out.n]) == "string" and out.n - 1 or out.n
    local fx, fy, tau = out[n - 2], out[n - 1], out[n]
    rows[piece] = { t = t, vx = vx, vy = vy, w = w, fx = fx, fy = fy, tau = tau - cop[1] * fy + cop[2] * fx }
  end
  return rows
end

-- The same, kept for other figures.
function profile.keep(how)
  local words = {}
  for key, value in pairs(how) do words[#words + 1] = key .. "=" .. (key == "more" and how.name or tostring(value)) end
  table.sort(words)
  assert(not how.more or how.name, "settings with more keys need a name")
  return lib.once(table.concat(words, " "), function() return profile.run(how) end)
end

-- What the authors' program gave, every 0.025 s.
function profile.authors(surface)
  return lib.once("authors " .. surface, function()
    return lib.read_csv(("tests/data/profile_%s.csv"):format(surface), true)
  end)
end

-- The rows at the times of the authors.
function profile.at_their_times(rows, theirs)
  local list, at = {}, 1
  for i, row in ipairs(theirs) do
    while rows[at].t < row.t - 1e-9 do at = at + 1 end
    assert(math.abs(rows[at].t - row.t) < 1e-9, "no row at " .. row.t)
    list[i] = rows[at]
  end
  return list
end

return profile
end
