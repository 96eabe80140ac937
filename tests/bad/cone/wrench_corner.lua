--! 5: corner 3 of the polygon must be { x, y } in metres, got a list of 3
return cone {
  name = "foot",
  mu = 0.5, dimension = 6,
  patch = polygon { { 0, 0 }, { 1, 0 }, { 0, 1, 1 } },
}
