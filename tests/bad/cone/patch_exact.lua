--! 4: the exact cone of a patch is no polytope and has no closed form; use "inner" or "outer"
return cone {
  name = "foot",
  mu = 0.5, approximation = "exact",
  patch = { grid = { 3, 3 }, size = { 1, 1 }, pressure = rectangle {} },
}
