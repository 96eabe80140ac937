--! 6: profile must be uniform, hertz or soft { k = 2 }, got the text "hetz"
return contact {
  name     = "pad",
  grid     = { 5, 5 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01, profile = "hetz" },
  friction = lugre { sigma0 = 1e6, mu_c = 1.0 },
}
