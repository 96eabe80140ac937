--! 6: the disc reaches 0.006 m beyond the grid along y, where the grid is 0.02 m wide; increase size by 0.012 m or make the disc smaller
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = function(fn) return 2e-3 * fn end },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
  fn_range = { 1, 8 },
}
