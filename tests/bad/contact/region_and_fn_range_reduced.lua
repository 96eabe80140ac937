--! 6: friction by region with fn_range needs model = "distributed": the other models have one friction coefficient for the whole patch, and it would change with fn as the load moves between the regions
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = function(fn) return 0.005 + 1e-4*fn end, mu = 1.2 },
  fn_range = { 1, 2 },
  model    = "reduced",
  friction = lugre { sigma0 = 1e5, mu_c = 1.0 },
}
