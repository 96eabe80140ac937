--! 4: faces of a patch must be a multiple of 4, from 8 to 512, since they come in opposite pairs
return cone {
  name = "foot",
  mu = 0.5, faces = 30,
  patch = { grid = { 3, 3 }, size = { 1, 1 }, pressure = rectangle {} },
}
