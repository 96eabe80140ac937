--! 8: lugre has no key "sigma_0"; did you mean "sigma0"?
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 },
  friction = lugre {
    sigma_0 = 1e6, mu_c = 1.0 },
}
