--! 4: approximation = "exact" is the round cone; leave faces out
return cone {
  name = "foot",
  mu = 0.5, approximation = "exact", faces = 8,
}
