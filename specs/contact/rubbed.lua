-- A pad that is rubbed to and fro and turned, to be fitted to a log of its twist and wrench:
--   bristle fit specs/contact/rubbed.lua tests/data/rubbed_disc.csv --for mu_c,mu_s,v_s,sigma0,sigma1,sigma2
-- The numbers of friction are guesses.
return contact {
  name     = "rubbed",
  about    = "A disc that slides and spins, to be fitted to its log.",
  grid     = { 7, 7 },
  size     = { 0.02, 0.02 },
  pressure = disc { radius = 0.01 },
  friction = lugre { mu_c = 0.4, mu_s = 0.5, v_s = 2e-3, gamma = 2, sigma0 = 1e5, sigma1 = 100,
                     sigma2 = 0.1, s_ba = 0.8 },
}
