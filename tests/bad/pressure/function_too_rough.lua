--! 6: the pressure cannot be integrated to 1e-6 of the total: the function is too rough in cell (1, 1) around x = -0.004, y = -0.004; use more cells or a smoother function
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = function(x, y) return (x * 1e9) % 1 end,
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
