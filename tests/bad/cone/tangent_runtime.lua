--! 5: tangent goes with a normal { x, y, z } in a spec of dimension 3
return cone {
  name = "foot",
  mu = 0.5, normal = "runtime",
  tangent = { 1, 0, 0 },
}
