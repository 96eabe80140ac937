--! 4: frame = "world" needs normal = { x, y, z } or "runtime"
return cone {
  name = "foot",
  mu = 0.5, frame = "world",
}
