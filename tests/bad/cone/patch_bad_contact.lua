--! 4: contact needs friction: the law of friction: lugre { ... }
return cone {
  name = "foot",
  mu = 0.5, patch = contact { name = "pad", grid = { 3, 3 },
    size = { 1, 1 }, pressure = rectangle {} },
}
