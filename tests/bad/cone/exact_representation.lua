--! 5: the round cone has neither facets nor extreme rays to list; leave representation out
return cone {
  name = "foot",
  mu = 0.5, approximation = "exact",
  representation = "H",
}
