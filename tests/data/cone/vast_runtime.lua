return cone {
  name = "m",
  mu = 813.85,
  dimension = 3,
  real = "double",
  approximation = "inner",
  f_max = 1e+12,
  faces = 5,
  normal = "runtime",
}
