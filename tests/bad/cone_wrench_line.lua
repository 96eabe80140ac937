--! 5: the corners must span an area, within 1e-9 to 1000 m of the origin
return cone {
  name = "foot",
  mu = 0.5, dimension = 6,
  patch = polygon { { 0, 0 }, { 1, 1 }, { 2, 2 } },
}
