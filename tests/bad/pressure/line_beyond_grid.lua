--! 6: the line reaches 0.005 m beyond the grid along y, where the grid is 0.02 m wide; increase size by 0.01 m or make the line smaller
return contact {
  name = "pad", model = "distributed",
  grid = { 5, 5 },
  size = { 0.02, 0.02 },
  pressure = line { length = 0.03 },
  friction = lugre { sigma0 = 1e6, mu_c = 1, mu_s = 1.2, v_s = 1e-3 },
}
