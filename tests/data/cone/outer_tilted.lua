return cone {
  name = "m",
  mu = 207.83,
  dimension = 3,
  real = "float",
  approximation = "outer",
  f_max = 2994.2,
  faces = 511,
  normal = { -2.3746e+05, -1.0108e+05, -1.7716e+05 },
}
