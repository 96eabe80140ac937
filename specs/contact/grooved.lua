-- A grooved sole: its friction across the grooves, which run at 30 degrees, is 1.8 times
-- that along them. A push askew slides it askew.
return contact {
  name       = "grooved",
  about      = "Grooves at 30 degrees hold 1.8 times as much across",
  grid       = { 9, 9 },
  size       = { 0.1, 0.1 },
  pressure   = disc { radius = 0.05 },
  friction   = lugre { sigma0 = 2e4, sigma1 = 60, mu_c = 0.5, v_d = 0.01, s_ba = 0.9 },
  anisotropy = { ratio = 1.8, angle = math.pi/6 },
}
