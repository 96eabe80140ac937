--! 5: rectangle has no key "profile"; the keys of rectangle are size, at, angle
return cone {
  name = "foot",
  mu = 0.5, dimension = 6,
  patch = rectangle { size = { 0.2, 0.1 }, profile = hertz },
}
