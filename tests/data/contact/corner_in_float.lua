-- A turn about a corner: one component of the table's frame is small beside |V|, and a table's roundings grow by that.
return contact {
  name = "it",
  model = "reduced",
  grid = { 2, 3 },
  size = { 0.15865, 0.38511 },
  pressure = map {  { 0.021616, 0.037426 },  { 0.32655, 0.016669 },  { 0.76068, 0.54944 } },
  friction = lugre { sigma0 = 1.6206e+06, mu_c = 0.66401, sigma1 = 6228.3, sigma2 = 0.2806, mu_s = 1.1897, v_s = 0.0037083, gamma = 2 },
  real = "float",
  step = "euler",
  torsion = "matched",
}
