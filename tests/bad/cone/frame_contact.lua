--! 5: frame = "contact" has the normal as its last axis; leave normal out, or write frame = "world"
return cone {
  name = "foot",
  mu = 0.5, normal = { 0, 0, 1 },
  frame = "contact",
}
