--! 4: patch must be contact { ... } or { grid =, size =, pressure = }, got disc { ... }; dimension = 6 takes a shape such as polygon
return cone {
  name = "foot",
  mu = 0.5, patch = disc { radius = 0.01 },
}
