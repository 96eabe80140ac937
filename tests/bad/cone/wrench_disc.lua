--! 5: dimension = 6 takes patch = rectangle { size = } or polygon { ... }, got disc { ... }
return cone {
  name = "foot",
  mu = 0.5, dimension = 6,
  patch = disc { radius = 0.1 },
}
