--! 9: no rule of at most 8 bristles has the moments of this pressure up to degree 9 and its mean radius; take more bristles or a lower degree
return contact {
  name     = "pad",
  model    = "compressed",
  size     = { 0.02, 0.02 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
  pressure = disc { radius = 0.01 },
  grid     = { 7, 7 },
  bristles = { count = 8, degree = 9 },
}
