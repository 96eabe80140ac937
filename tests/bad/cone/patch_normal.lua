--! 4: normal belongs to a point contact; a patch lies in its x-y plane
return cone {
  name = "foot",
  mu = 0.5, normal = { 0, 0, 1 },
  patch = { grid = { 3, 3 }, size = { 1, 1 }, pressure = rectangle {} },
}
