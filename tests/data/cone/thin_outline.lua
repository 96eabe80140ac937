-- A plate of 57 m by 8 m with mu = 526: in floats, six rows may be off at once.
return cone {
  name = "thin_outline",
  mu = 525.82,
  dimension = 6,
  real = "float",
  approximation = "outer",
  f_max = 105.77,
  patch = polygon { { -24.32, 2.982 }, { -17.363, -2.1355 }, { 32.416, -4.6112 }, { 24.439, 3.603 } },
}
