--! 9: for 45 cells that carry force no rule of at most 5 bristles has the moments of this pressure up to degree 9 and its mean radius; lower the degree or use model = "distributed"
return contact {
  name     = "pad",
  model    = "compressed",
  size     = { 0.02, 0.02 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
  pressure = disc { radius = 0.01 },
  grid     = { 7, 7 },
  bristles = { count = 5, degree = 9, of = "limit" },
}
