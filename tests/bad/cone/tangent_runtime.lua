--! 5: tangent needs normal = { x, y, z } and dimension = 3
return cone {
  name = "foot",
  mu = 0.5, normal = "runtime",
  tangent = { 1, 0, 0 },
}
