--! 5: tangent must not be along the normal
return cone {
  name = "foot",
  mu = 0.5, normal = { 0, 1, 1 },
  tangent = { 0, 2, 2 },
}
