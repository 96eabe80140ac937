--! 2: 4 corners times 13 faces are 52 rays; at most 48 can be converted to inequalities, so use fewer faces
return cone {
  name = "foot",
  mu = 0.5, dimension = 6, faces = 13,
  patch = rectangle { size = { 0.2, 0.1 } },
}
