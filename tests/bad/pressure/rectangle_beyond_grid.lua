--! 6: the rectangle reaches 0.00251 m beyond the grid along y, where the grid is 0.02 m wide; increase size by 0.00502 m or make the rectangle smaller
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = rectangle { size = { 0.02, 0.02 }, angle = 0.3 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
