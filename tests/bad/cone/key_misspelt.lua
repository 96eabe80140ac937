--! 4: cone has no key "face"; did you mean "faces"?
return cone {
  name = "foot",
  mu = 0.5, face = 8,
}
