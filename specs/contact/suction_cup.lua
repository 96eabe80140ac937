-- The rim of a suction cup with its ring of support: two annuli, the outer one
-- pressed like an O-ring. No Stribeck effect; plain LuGre.
return contact {
  name     = "suction_cup",
  grid     = { 40, 40 },
  size     = { 0.04, 0.04 },
  pressure = annulus { inner = 0.016, outer = 0.019, profile = hertz, share = 3 }
           + annulus { inner = 0.006, outer = 0.008, share = 1 },
  friction = lugre { sigma0 = 2e5, sigma1 = 150, sigma2 = 0.4, mu_c = 0.7 },
}
