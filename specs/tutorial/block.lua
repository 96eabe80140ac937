-- A block of 1 kg on a table. A pull along x rises to 8 N within two seconds
-- and stays: the block holds at first, then breaks away.
return contact {
  name     = "block",
  grid     = { 5, 5 },
  size     = { 0.1, 0.1 }, -- m
  pressure = rectangle {},
  friction = lugre {
    sigma0 = 1e4,             -- 1/m: 0.06 mm of give before it slides
    sigma1 = 20, v_d = 0.01, -- s/m: damps it while it sticks
    sigma2 = 0.1,             -- s/m: viscous
    mu_s = 0.6, mu_c = 0.5, v_s = 5e-3, s_ba = 0.9,
  },
  body     = { mass = 1, inertia = 1 / 600, frame = "body" },
  scenario = {
    duration = 2, dt = 0.01,
    fn   = function(t) return 9.81 end,
    load = function(t) return math.min(4 * t, 8), 0, 0 end,
  },
}
