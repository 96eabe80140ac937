--! 8: an angle that is no multiple of a quarter turn does not go with fn_range in model = "reduced": tables over a range of forces are proven for cells whose sides are along the axes; take "ellipsoid" or "compressed"
return contact {
  name       = "pad",
  grid       = { 5, 5 },
  size       = { 0.02, 0.02 },
  pressure   = disc { radius = 0.01 },
  friction   = lugre { sigma0 = 1e5, mu_c = 1.0 },
  anisotropy = { ratio = 0.5, angle = 0.3 },
  model      = "reduced",
  fn_range   = { 1, 2, levels = 3 },
}
