return cone {
  name = "m",
  mu = 0.28612,
  dimension = 6,
  real = "double",
  approximation = "outer",
  f_max = 648.68,
  patch = rectangle { size = { 0.0033919, 0.0083317 }, angle = -2.0521, at = { -0.00011023, 0.00019098 } },
  faces = 4,
}
