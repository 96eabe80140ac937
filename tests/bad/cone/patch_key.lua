--! 5: patch has no key "sizes"; did you mean "size"?
return cone {
  name = "foot",
  mu = 0.5,
  patch = { grid = { 3, 3 }, sizes = { 1, 1 }, pressure = rectangle {} },
}
