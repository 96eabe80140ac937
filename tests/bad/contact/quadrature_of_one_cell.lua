--! 7: the patch has no extent to carry a torque (r = 0 m); take more cells, or quadrature = "exact"
return contact {
  name       = "quadrature_of_one_cell",
  model      = "reduced",
  grid       = { 1, 1 },
  size       = { 0.066, 0.066 },
  pressure   = map { { 1 } },
  friction   = lugre { sigma0 = 6e5, sigma1 = 1000, mu_c = 0.9 },
  quadrature = "paper",
}
