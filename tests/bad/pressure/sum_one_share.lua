--! 6: either all parts of a sum must have share or none, got disc without share after parts with share
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.005, share = 2 } + disc { radius = 0.002 },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
