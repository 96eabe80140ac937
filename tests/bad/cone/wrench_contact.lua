--! 5: dimension = 6 takes patch = rectangle { size = } or polygon { ... }, got a table
return cone {
  name = "foot",
  mu = 0.5, dimension = 6,
  patch = { grid = { 3, 3 }, size = { 1, 1 }, pressure = rectangle {} },
}
