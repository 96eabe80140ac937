--! 5: the exact cone of a patch is no polytope and has no closed form; use "inner" or "outer"
return cone {
  name = "foot",
  mu = 0.5, dimension = 6,
  approximation = "exact", patch = rectangle { size = { 0.2, 0.1 } },
}
