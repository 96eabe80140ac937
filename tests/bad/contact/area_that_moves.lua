--! 6: stiffness = "area" takes the areas of the largest load, 6 N, but there the patch does not cover all cells that lesser loads press
return contact {
  name     = "pad",
  grid     = { 13, 1 },
  size     = { 0.02, 0.002 },
  pressure = function(x, y, fn) return (x - 0.001 * fn) ^ 2 + y ^ 2 < 9e-6 and 1 or 0 end,
  fn_range = { 1, 6, levels = 3 },
  friction = lugre { stiffness = "area", kappa = 1e9, mu_c = 0.8, s_ba = 0.9 },
}
