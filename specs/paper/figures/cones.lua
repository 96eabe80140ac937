-- cones.lua: the pictures of the lecture on friction cones: inner and outer
-- pyramids, their facets (H) and edges (V).
return function(context)
local bristle = require "bristle"
local lib = context.lib
local mu, load = 0.6, 100

-- How far the pyramid reaches at that angle, over mu times the normal force.
local function reach(cone, angle)
  local low, high = 0, 4
  for _ = 1, 50 do
    local middle = (low + high) / 2
    local f = mu * load * middle
    if cone:margin { f * math.cos(angle), f * math.sin(angle), load } >= 0 then low = middle else high = middle end
  end
  return (low + high) / 2
end

local function pyramid(faces, approximation)
  return bristle.jit(bristle.cone { name = "pyramid", mu = mu, faces = faces, approximation = approximation, f_max = 1000 }, { backend = "tcc" })
end

-- The outline at a normal force, with its least and largest reach.
local function outline(faces, approximation)
  local cone, rows, low, high = pyramid(faces, approximation), {}, math.huge, 0
  for k = 0, 960 do
    local a = math.pi * k / 480
    local r = reach(cone, a)
    low, high = math.min(low, r), math.max(high, r)
    rows[#rows + 1] = { faces = faces, approximation = approximation, angle = a, x = r * math.cos(a), y = r * math.sin(a) }
  end
  return rows, low, high
end

local function circle()
  local rows = {}
  for k = 0, 360 do rows[k + 1] = { x = math.cos(math.pi * k / 180), y = math.sin(math.pi * k / 180) } end
  return rows
end

local function figure_1()
  local panels, all, bars = {}, {}, {}
  for _, m in ipairs { 4, 8, 16 } do
    local inner, low, high = outline(m, "inner")
    local outer, low2, high2 = outline(m, "outer")
    for _, list in ipairs { inner, outer } do for _, row in ipairs(list) do all[#all + 1] = row end end
    panels[#panels + 1] = { title = ("%d faces: inner lacks %.3g %%"):format(m, 100 * (1 - low)), x = "fx / (mu fz)", y = "fy / (mu fz)", more = "set size ratio -1\nset xrange [-1.5:1.5]\nset yrange [-1.5:1.5]",
      lines = { { rows = circle(), x = "x", y = "y", title = "cone", colour = "#888888", width = 3, all = true }, { rows = inner, x = "x", y = "y", title = "inner", all = true, colour = "#1565c0" },
        { rows = outer, x = "x", y = "y", title = "outer", colour = "#b63a2b", all = true } } }
    local c = math.cos(math.pi / m)
    bars[#bars + 1] = { what = m .. " faces: least reach of the inner pyramid to cos(pi/m)", value = math.abs(low - c), most = 1e-9 }
    bars[#bars + 1] = { what = m .. " faces: the inner pyramid beyond the cone", value = math.max(0, high - 1), most = 1e-12 }
    bars[#bars + 1] = { what = m .. " faces: largest reach of the outer pyramid to 1/cos(pi/m)", value = math.abs(high2 - 1 / c), most = 1e-9 }
    bars[#bars + 1] = { what = m .. " faces: the cone beyond the outer pyramid", value = math.max(0, 1 - low2), most = 1e-12 }
  end
  return { columns = { "faces", "approximation", "angle", "x", "y" }, rows = all, bars = bars, plot = { columns = 3, width = 1080, height = 430, panels = panels } }
end

-- Edges (V) and the cone in space, with the normals of the facets (H).
local function figure_2()
  local m, edges, normals, ring = 8, {}, {}, {}
  local cone = pyramid(m, "inner")
  local off = 0
  for k = 0, m - 1 do
    local a, b = 2 * math.pi * k / m, 2 * math.pi * (k + 0.5) / m
    local r, s = reach(cone, a), reach(cone, b)
    off = math.max(off, math.abs(r - 1), math.abs(s - math.cos(math.pi / m)))
    for _, p in ipairs { { 0, 0, 0 }, { mu * r * math.cos(a), mu * r * math.sin(a), 1 } } do edges[#edges + 1] = { x = p[1], y = p[2], z = p[3] } end
    edges[#edges + 1] = { gap = true }
    -- Out of the middle of a facet, along its normal.
    local n = { math.cos(b), math.sin(b), -mu * s }
    local at = { mu * s * math.cos(b) * 0.7, mu * s * math.sin(b) * 0.7, 0.7 }
    normals[#normals + 1] = { x = at[1], y = at[2], z = at[3] }
    normals[#normals + 1] = { x = at[1] + 0.25 * n[1], y = at[2] + 0.25 * n[2], z = at[3] + 0.25 * n[3] }
    normals[#normals + 1] = { gap = true }
  end
  for k = 0, m do
    local a = 2 * math.pi * k / m
    ring[#ring + 1] = { x = mu * math.cos(a), y = mu * math.sin(a), z = 1 }
  end
  for _, row in ipairs(ring) do edges[#edges + 1] = row end
  edges[#edges + 1] = { gap = true }
  local round = {}
  for _, row in ipairs(circle()) do round[#round + 1] = { x = mu * row.x, y = mu * row.y, z = 1 } end
  return { columns = { "x", "y", "z" }, rows = ring, bars = { { what = "edges on the cone, middles of facets at cos(pi/8), largest distance", value = off, most = 1e-9 } },
    plot = { width = 800, height = 560, panels = { { is_space = true, title = ("8 faces: edges on the cone within %s"):format(lib.short(off)), x = "fx", y = "fy",
      more = "set view 66, 40\nset zlabel 'fz'\nset xyplane 0", lines = { { rows = round, x = "x", y = "y", z = "z", title = "cone", colour = "#888888", width = 3, all = true },
        { rows = edges, x = "x", y = "y", z = "z", title = "edges, V", all = true, is_strokes = true, colour = "#1565c0" }, { rows = normals, x = "x", y = "y", z = "z", title = "normals of facets, H", colour = "#b63a2b", all = true, is_strokes = true } } } } } }
end

-- ---- a patch -----------------------------------------------------------------------

local patch = { grid = { 21, 21 }, size = { 0.02, 0.02 } }

local function pressed(keys)
  local all = { pressure = bristle.disc { radius = 0.01, profile = bristle.hertz } }
  for key, value in pairs(patch) do all[key] = value end
  for key, value in pairs(keys) do all[key] = value end
  return all
end

-- The exact limit surface of the patch over fx and tau: rows by the angle in the
-- plane of fx and tau/r, from the twists (cos, 0, sin).
local function exact_section()
  local pad <close> = bristle.open(bristle.contact(pressed { name = "pad", friction = bristle.lugre { sigma0 = 1e5, mu_c = mu } }))
  local r, jit, rows = pad:check().r, pad:jit("tcc"), {}
  for k = 0, 2000 do
    local a = 2 * math.pi * k / 2000
    local fx, _, tau = jit:limit({ -r * math.cos(a), 0, -math.sin(a) }, 1)
    rows[k + 1] = { x = fx / mu, y = tau / (mu * r) }
  end
  return rows, r
end

-- Where the ray at that angle leaves the closed curve.
local function leaves(curve, angle)
  local c, s = math.cos(angle), math.sin(angle)
  for k = 2, #curve do
    local p, q = curve[k - 1], curve[k]
    local a, b = p.x * s - p.y * c, q.x * s - q.y * c
    if a * b <= 0 and a ~= b then
      local x, y = p.x + (q.x - p.x) * a / (a - b), p.y + (q.y - p.y) * a / (a - b)
      if x * c + y * s > 0 then return x * c + y * s end
    end
  end
end

local function patch_section(faces, approximation, r)
  local cone = bristle.jit(bristle.cone { name = "patch", mu = mu, faces = faces, approximation = approximation, f_max = 1000,
    patch = pressed {} }, { backend = "tcc" })
  local rows = {}
  for k = 0, 240 do
    local a, low, high = 2 * math.pi * k / 240, 0, 2
    for _ = 1, 45 do
      local middle = (low + high) / 2
      local f = mu * load * middle
      if cone:margin { f * math.cos(a), 0, f * r * math.sin(a), load } >= 0 then low = middle else high = middle end
    end
    rows[#rows + 1] = { faces = faces, approximation = approximation, angle = a, reach = low, x = low * math.cos(a), y = low * math.sin(a) }
  end
  return rows
end

local function figure_3()
  local exact, r = exact_section()
  local panels, all, bars = {}, {}, {}
  for _, faces in ipairs { 16, 32, 64 } do
    local inner, outer = patch_section(faces, "inner", r), patch_section(faces, "outer", r)
    local beyond, short, lacks, spare = 0, 0, 0, 0
    for k = 1, #inner do
      local true_reach = leaves(exact, inner[k].angle)
      beyond, short = math.max(beyond, inner[k].reach / true_reach - 1), math.max(short, 1 - outer[k].reach / true_reach)
      lacks, spare = math.max(lacks, 1 - inner[k].reach / true_reach), math.max(spare, outer[k].reach / true_reach - 1)
    end
    for _, list in ipairs { inner, outer } do for _, row in ipairs(list) do all[#all + 1] = row end end
    panels[#panels + 1] = { title = ("%d faces: inner lacks up to %.1f %%, outer has up to %.1f %% more"):format(faces, 100 * lacks, 100 * spare),
      x = "fx / (mu fn)", y = "torque / (mu fn r)", more = "set size ratio -1\nset xrange [-1.3:1.3]\nset yrange [-1.3:1.3]", lines = {
        { rows = exact, x = "x", y = "y", title = "limit surface", colour = "#888888", width = 3 },
        { rows = inner, x = "x", y = "y", title = "inner", all = true, colour = "#1565c0" }, { rows = outer, x = "x", y = "y", title = "outer", all = true, colour = "#b63a2b" } } }
    bars[#bars + 1] = { what = faces .. " faces: the inner polytope beyond the limit surface", value = math.max(0, beyond), most = 1e-5 }
    bars[#bars + 1] = { what = faces .. " faces: the limit surface beyond the outer polytope", value = math.max(0, short), most = 1e-5 }
    bars[#bars + 1] = { what = faces .. " faces: most that the inner polytope lacks in this section", value = lacks, most = ({ [16] = 0.4, [32] = 0.2, [64] = 0.12 })[faces] }
  end
  return { columns = { "faces", "approximation", "angle", "x", "y" }, rows = all, bars = bars, plot = { columns = 3, width = 1180, height = 470, panels = panels } }
end

return {
  { id = "FC1", place = 1, name = "fc_1", heading = "Figure 1", title = "inner and outer pyramids", make = figure_1,
    shows = "Sections at one normal force: the cone, and the pyramids within and about it with 4, 8 and 16 faces, found by bisection with the emitted _margin.",
    agrees = "Inner pyramids lack 1 - cos(pi/m) of the tangential force: 29.3, 7.6 and 1.9 %.", differs = "Example (23) of the lecture, |f1| <= mu fn and |f2| <= mu fn, is the outer pyramid of 4 faces." },
  { id = "FC2", place = 2, name = "fc_2", heading = "Linearization", title = "facets and edges", make = figure_2,
    shows = "The inner pyramid of 8 faces: its edges (V-representation), and the normals of its facets (H-representation)." },
  { id = "FC3", place = 3, name = "fc_3", heading = "A patch", title = "inner and outer polytopes of a patch", make = figure_3,
    shows = "The section of fx and torque through the set of wrenches that a round Hertz pad can transmit at one normal force, and bristle's polytopes within and about it with 16, 32 and 64 facets in the space of fx, fy and torque.",
    differs = "The lecture stops at point contacts; the patch's cone adds the torque about the normal. Facets are in space, so a section shows few of them." },
}
end
