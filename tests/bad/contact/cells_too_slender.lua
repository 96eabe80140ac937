--! 4: cells are 1 by 0.000195313 m; at most 500 : 1 can be computed with, so change grid or size
return contact {
  name = "pad", grid = { 1, 512 },
  size = { 1, 0.1 },
  pressure = rectangle {},
  friction = lugre { sigma0 = 1e6, mu_c = 1 } }
