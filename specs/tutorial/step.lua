-- A foot on a pressure mat: step.pgm has a pixel for each sensor.
return contact {
  name     = "step",
  size     = { 0.07, 0.15 }, -- m: 14 x 30 sensors of 5 mm
  pressure = image { "step.pgm", floor = 0.06 },
  friction = lugre { sigma0 = 2e4, sigma1 = 40, sigma2 = 0.1, mu_c = 0.6, s_ba = 0.9 },
}
