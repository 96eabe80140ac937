--! 4: a cone in the plane has two faces; leave faces out
return cone {
  name = "foot",
  mu = 0.5, dimension = 2, faces = 8,
}
