--! 4: normal = "runtime" needs dimension = 3; for dimension = 2 give { x, y }
return cone {
  name = "foot",
  mu = 0.5, dimension = 2, normal = "runtime",
}
