--! 4: dimension of a patch must be 4 or 6
return cone {
  name = "foot",
  mu = 0.5, dimension = 5,
  patch = rectangle { size = { 0.2, 0.1 } },
}
