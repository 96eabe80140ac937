--! 5: the corners must span an area; these lie on a line
return cone {
  name = "foot",
  mu = 0.5, dimension = 6,
  patch = polygon { { 0, 0 }, { 1, 1 }, { 2, 2 } },
}
