--! 6: the patch reaches 0.0489 m beyond the grid along y, where the grid is 0.02 m wide; increase size by 0.0979 m or make the patch smaller
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = hertz { radius = 0.01, modulus = 1e3 },
  fn_nominal = 30,
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
