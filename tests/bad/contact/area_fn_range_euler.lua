--! 8: stiffness = "area" with fn_range needs step = "exponential" or "implicit": a cell that the load just reaches has hardly any friction, and Euler's step is stable in proportion to it
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = function(fn) return 0.004 * fn ^ (1 / 3) end },
  fn_range = { 1, 8, levels = 3 },
  friction = lugre { stiffness = "area", kappa = 1e9, mu_c = 1.0 },
  step     = "euler",
}
