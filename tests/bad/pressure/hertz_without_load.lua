--! 6: the patch of hertz depends on the normal force; give the contact fn_range = { least, largest }, or fn_nominal for its size at one force (N)
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = hertz { radius = 0.01, modulus = 1e6 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
