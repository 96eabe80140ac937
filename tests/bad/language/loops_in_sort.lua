--! 3: the spec ran for more than 200 million instructions; does a loop never end?
local t = { 3, 2, 1 }
table.sort(t, function() while true do end end)
return contact {
  name = "pad", model = "distributed",
  grid = { 5, 5 },
  size = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 },
  friction = lugre { sigma0 = 1e6, mu_c = 1, mu_s = 1.2, v_s = 1e-3 },
}
