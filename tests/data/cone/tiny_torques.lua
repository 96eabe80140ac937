return cone {
  name = "m",
  mu = 1e-06,
  dimension = 4,
  real = "double",
  approximation = "inner",
  f_max = 88807,
  patch = { grid = { 1, 3 }, size = { 6.2472e-06, 1.6674e-05 }, pressure = map {  { 0.034944 },  { 0.011256 },  { 0.013409 } } },
  faces = 8,
}
