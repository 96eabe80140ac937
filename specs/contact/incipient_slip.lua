-- A rubber ball of 40 mm on a plate, with the stiffness of its material on the area
-- that it touches: the rim slips long before the contact lets go. _stick tells how
-- much of it still holds; a tactile sensor sees the same ring.
local par = param { mu = 0.7, fn = 2 }

return contact {
  name       = "incipient_slip",
  about      = "A Hertz contact whose rim slips first",
  grid       = { 41, 41 },
  size       = { 0.0066, 0.0066 },
  pressure   = hertz { radius = 0.02, modulus = 2e6, poisson = 0.49 },
  fn_nominal = par.fn,
  stick      = true,
  step       = "implicit",
  friction   = lugre { mu_c = par.mu, s_ba = 0.99, stiffness = "area" },
  scenario   = { -- a slow slide, and back
    duration = 2, dt = 2e-3, fn = par.fn,
    twist = function(t) return t < 1 and 2e-4 or -2e-4, 0, 0 end,
  },
}
