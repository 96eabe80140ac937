--! 4: normal must be { x, y, z } or "runtime", finite and not zero, got a list of 3
return cone {
  name = "foot",
  mu = 0.5, normal = { 0, 0, 0 },
}
