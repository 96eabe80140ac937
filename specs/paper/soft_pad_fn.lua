-- The soft finger of Fig. 33 and 34 of the planar-LuGre paper, whose contact
-- grows with the normal force: a = 6*fn^(1/3) cells of a 21 x 21 grid, and
-- pressure ~ (1 - (rho/a)^k)^(1/k) with k = 2. The figure's other surface has
-- k = 2*fn: --set k=0 --set k_per_newton=2. An object hangs between two such
-- fingers, its centre of mass 2 mm beside them, and the grip oscillates.
local p = param { k = 2, k_per_newton = 0, model = "distributed" }

local size, cells = 0.02, 21
local mass = 0.2

return contact {
  name     = "soft_pad_fn",
  model    = p.model,
  grid     = { cells, cells },
  size     = { size, size },
  pressure = disc {
    radius  = function(fn) return math.min(6 * fn ^ (1 / 3), 10.5) * size / cells end,
    profile = soft { k = function(fn) return p.k + p.k_per_newton * fn end },
  },
  fn_range = { 0.5, 4, tolerance = 1e-2 },
  friction = lugre {
    sigma0 = 1e6, sigma1 = 8e2, sigma2 = 0.2,
    mu_c = 1, mu_s = 1.2, v_s = 1e-3, gamma = 2, s_ba = 0.9,
  },
  limit_surface = { tolerance = 5e-3 },
  body     = {
    mass = mass, inertia = mass / 12 * (0.15 ^ 2 + 0.08 ^ 2),
    com = { 0.002, 0 }, gravity = { 0, -9.81 }, contacts = 2, tolerance = 1e-4,
  },
  scenario = {
    duration = 2, dt = 2e-3, hold = 0.01,
    load = function(t) return 0, 0, 0 end,
    fn = function(t) return 1.73 + 0.91 * math.sin(4 * math.pi * t) end,
  },
}
