--! 4: patch must be contact { ... } or { grid =, size =, pressure = }, got 3
return cone {
  name = "foot",
  mu = 0.5, patch = 3,
}
