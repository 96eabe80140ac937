--! 4: normal = "runtime" needs dimension = 3; in the plane give { x, y }
return cone {
  name = "foot",
  mu = 0.5, dimension = 2, normal = "runtime",
}
