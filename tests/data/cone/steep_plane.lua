-- The farthest force that it holds is a thousand times f_max.
return cone {
  name = "steep_plane",
  mu = 1000,
  dimension = 2,
  real = "float",
  f_max = 2.5272e-09,
  approximation = "outer",
}
