--! 2: cone needs mu: friction coefficient
return cone {
  name = "foot",
  faces = 8,
}
