-- A chain of six links with point masses; its end rubs on the parabola y = x^2/4.
-- The spec gives the energies once, and bristle derives the matrices: a mass
-- matrix without zeros, and 36 derivatives of each acceleration.
local p = param { links = 6, l = 0.5, m = 0.2, g = 9.81 }

local names = {}
for i = 1, p.links do names[i] = "th" .. i end

-- Calls what(x, y, ...) for each mass; angles are absolute.
local function masses(q, what)
  local x, y = 0, 0
  for i = 1, p.links do
    x, y = x + p.l * math.cos(q[i]), y + p.l * math.sin(q[i])
    what(x, y, i)
  end
  return x, y
end

return mechanism {
  name       = "chain",
  q          = names,
  inputs     = { "tau" },
  parameters = p,
  kinetic = function(q, qd)
    local energy, vx, vy = 0, 0, 0
    for i = 1, p.links do
      vx = vx - p.l * math.sin(q[i]) * qd[i]
      vy = vy + p.l * math.cos(q[i]) * qd[i]
      energy = energy + p.m / 2 * (vx ^ 2 + vy ^ 2)
    end
    return energy
  end,
  potential = function(q)
    local energy = 0
    masses(q, function(_, y) energy = energy + p.m * p.g * y end)
    return energy
  end,
  force = function(q, qd, t, u)
    local Q = {}
    for i = 1, p.links do Q[i] = -0.05 * qd[i] end
    Q[1] = Q[1] + u.tau
    return Q
  end,
  constraint = function(q)
    local x, y = masses(q, function() end)
    return { y - x ^ 2 / 4 }
  end,
  contact   = function(q) return { masses(q, function() end) } end,
  friction  = lugre { sigma0 = 1e4, sigma1 = 20, mu_c = 0.2, mu_s = 0.3, v_s = 0.01 },
  baumgarte = { 10, 10 },
  scenario  = {
    duration = 4, dt = 2e-3,
    -- the end at (2, 1)
    q = { 1.6083314376447833, 1.222044798390666, 0.5268247172518754, 0.2370287999772235, -0.20285438686432256, -0.49523268662576536 },
    input = function(t) return { 0.5 * math.sin(3 * t) } end,
  },
}
