--! 4: a cone of dimension 2 has two faces; leave faces out
return cone {
  name = "foot",
  mu = 0.5, dimension = 2, faces = 8,
}
