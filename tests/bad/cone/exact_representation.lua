--! 5: the round cone has no facets and no extreme rays; leave representation out
return cone {
  name = "foot",
  mu = 0.5, approximation = "exact",
  representation = "H",
}
