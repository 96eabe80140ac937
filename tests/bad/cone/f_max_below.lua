--! 5: f_max must be above f_min = 5, got 4
return cone {
  name = "foot",
  mu = 0.5, f_min = 5,
  f_max = 4,
}
