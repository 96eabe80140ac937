--! 4: the sides of a cell must not differ by more than a factor of 500, got 1 by 0.000195313 m; change grid or size
return contact {
  name = "pad", grid = { 1, 512 },
  size = { 1, 0.1 },
  pressure = rectangle {},
  friction = lugre { sigma0 = 1e6, mu_c = 1 } }
