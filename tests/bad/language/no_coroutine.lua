--! 2: coroutine is not available in a spec: write a loop or a function
local co = coroutine.wrap(print)
return contact {
  name = "pad", model = "distributed",
  grid = { 5, 5 },
  size = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 },
  friction = lugre { sigma0 = 1e6, mu_c = 1, mu_s = 1.2, v_s = 1e-3 },
}
