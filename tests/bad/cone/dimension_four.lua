--! 4: dimension of a point contact must be 2 or 3; 4 and 6 need a patch
return cone {
  name = "foot",
  mu = 0.5, dimension = 4,
}
