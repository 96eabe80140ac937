--! 4: patch must be contact { ... } or { grid =, size =, pressure = }, got disc { ... }
return cone {
  name = "foot",
  mu = 0.5, patch = disc { radius = 0.01 },
}
