--! 5: corners must be within 1e-9 to 1000 m of the origin, got 5000 m
return cone {
  name = "foot",
  mu = 0.5, dimension = 6,
  patch = polygon { { 0, 0 }, { 5000, 0 }, { 0, 1 } },
}
