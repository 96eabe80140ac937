return cone {
  name = "m",
  mu = 0.00021897,
  dimension = 3,
  real = "float",
  approximation = "inner",
  faces = 511,
  normal = { 5.7539, -1.6653, -6.8432 },
}
