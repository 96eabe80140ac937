--! 4: normal must be { x, y, z } or "runtime", finite and not zero, got the text "up"
return cone {
  name = "foot",
  mu = 0.5, normal = "up",
}
