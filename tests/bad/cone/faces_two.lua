--! 4: faces must be between 3 and 512, got 2
return cone {
  name = "foot",
  mu = 0.5, faces = 2,
}
