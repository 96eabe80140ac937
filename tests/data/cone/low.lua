-- Opposite facets meet at an angle of 0.08 degrees.
return cone {
  name = "low",
  mu = 0.00066293,
  dimension = 3,
  real = "float",
  approximation = "inner",
  faces = 3,
  normal = { -2.1163e+05, -4.2762e+05, 3.3674e+05 },
}
