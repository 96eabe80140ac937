-- f_max is 1e10 times the force 1 of the rays.
return cone {
  name = "large_limit",
  mu = 0.00017488,
  dimension = 3,
  f_max = 4.1412e+09,
  approximation = "inner",
  faces = 5,
  normal = "runtime",
}
