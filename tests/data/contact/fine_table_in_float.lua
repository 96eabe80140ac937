-- Second differences of a fine table's floats lose digits by the square of its cells.
return contact {
  name = "fine_table_in_float",
  model = "reduced",
  grid = { 5, 6 },
  size = { 0.0039952, 0.0016741 },
  pressure = map {  { 0.2037, 0, 0, 0.83339, 0 },  { 0, 0, 0, 0, 0 },  { 0, 0, 0, 0, 0 },  { 0, 0.43283, 0, 0, 0 },  { 0.023484, 0, 0, 0.30534, 0 },  { 0, 0, 0, 0.02193, 0.094412 } },
  friction = lugre { sigma0 = 2.8647e+07, mu_c = 0.34939, sigma1 = 3061.8, sigma2 = 0.089957 },
  real = "float",
  step = "exponential",
  body =  { mass = 0.0012371, inertia = 2.5755e-07, com = { -0.0013116, -0.0012709 }, frame = "body", tolerance = 0.0005326 },
}
