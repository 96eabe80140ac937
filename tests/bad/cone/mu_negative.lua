--! 4: mu must be positive, got -0.5
return cone {
  name = "foot",
  mu = -0.5,
}
