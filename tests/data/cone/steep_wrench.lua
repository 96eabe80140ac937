-- Sweeps over its 24 rays in turn come within 4 % of the nearest point.
return cone {
  name = "steep_wrench",
  mu = 135.27,
  dimension = 6,
  real = "float",
  approximation = "inner",
  patch = polygon { { -0.0008809, -0.00088197 }, { 0.00095067, -0.0011704 }, { 0.00080796, 0.0031409 } },
  faces = 8,
}
