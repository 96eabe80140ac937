-- The two-link arm of "Closed-Form Representations of Friction" (figures 4 to 7):
-- point masses at the ends of both links, the end of the second on the parabola
-- y = x^2/4, driven by torques of 5 sin t and 2 N m. The arm moves to and fro. The
-- paper does not state its start; here the arm rests at x = 1.6. (baumgarte =
-- { 5, 5 } would damp drift off the parabola.) bristle sim --plot draws the figures:
-- the end, the normal force and friction along x and y.
local p = param { m1 = 1.0, m2 = 1.0, l1 = 1.0, l2 = 2.0, g = 9.8, k = 0.25 }

local function tip(q)
  local a = q.th1 + q.th2
  return p.l1 * math.cos(q.th1) + p.l2 * math.cos(a),
         p.l1 * math.sin(q.th1) + p.l2 * math.sin(a)
end

return mechanism {
  name       = "arm_on_parabola",
  about      = "The two-link arm on a parabola.",
  q          = { "th1", "th2" },
  inputs     = { "tau1", "tau2" },
  parameters = p,
  mass = function(q)
    local c = p.m2 * p.l1 * p.l2 * math.cos(q.th2)
    local e = p.m2 * p.l2 ^ 2
    return { { e + 2 * c + (p.m1 + p.m2) * p.l1 ^ 2, e + c }, { e + c, e } }
  end,
  force = function(q, qd, t, u)
    local s = p.m2 * p.l1 * p.l2 * math.sin(q.th2)
    local outer = p.m2 * p.l2 * p.g * math.cos(q.th1 + q.th2)
    local inner = (p.m1 + p.m2) * p.l1 * p.g * math.cos(q.th1)
    return { u.tau1 + s * qd.th2 * (qd.th2 + 2 * qd.th1) - outer - inner,
             u.tau2 - s * qd.th1 ^ 2 - outer }
  end,
  constraint = function(q)
    local x, y = tip(q)
    return { y - p.k * x ^ 2 }
  end,
  contact  = function(q) return { tip(q) } end,
  friction = coulomb { mu = 0.1, mu_s = 0.12 },
  scenario = {
    duration = 10, dt = 2e-3, input = function(t) return { 5 * math.sin(t), 2 } end,
    -- x = 1.6, y = 0.64, elbow down
    q = { -1.1991105926253345, 2.1031932856215656 },
  },
}
