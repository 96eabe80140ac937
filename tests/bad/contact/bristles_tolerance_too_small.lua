--! 9: for 45 cells that carry force no rule of at most 44 bristles errs by less than 0.001, since a rule of n bristles errs by 1/n or more where the body turns about one of them; raise the tolerance or use model = "distributed"
return contact {
  name     = "pad",
  model    = "compressed",
  size     = { 0.02, 0.02 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
  pressure = disc { radius = 0.01 },
  grid     = { 7, 7 },
  bristles = { tolerance = 1e-3 },
}
