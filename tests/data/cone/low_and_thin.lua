-- Facets of a low cone meet above the sides of a thin outline: at a flatter angle than either.
return cone {
  name = "m",
  mu = 3.9421e-05,
  dimension = 6,
  real = "double",
  approximation = "inner",
  patch = polygon { { 0.13472, 0.23037 }, { -0.04729, 0.22926 }, { -0.13111, -0.038491 }, { -0.11847, -0.083366 }, { 0.15551, -0.15674 }, { 0.12417, -0.20724 }, { 0.29006, 0.06744 } },
}
