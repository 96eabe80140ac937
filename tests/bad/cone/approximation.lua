--! 4: approximation must be "inner", "outer" or "exact", got the text "between"
return cone {
  name = "foot",
  mu = 0.5, approximation = "between",
}
