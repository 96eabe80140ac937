return cone {
  name = "m",
  mu = 1e-06,
  dimension = 6,
  real = "double",
  approximation = "outer",
  patch = rectangle { size = { 6.0053, 6.1816 }, angle = -1.1608, at = { -0.93304, 0.12674 } },
  faces = 8,
}
