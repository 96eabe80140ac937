--! 5: patch needs grid = { cells along x, cells along y }
return cone {
  name = "foot",
  mu = 0.5,
  patch = { size = { 1, 1 }, pressure = rectangle {} },
}
