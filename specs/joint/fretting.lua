-- A ball on a flat, rubbed to and fro by 0.2 mm: most of a stroke is presliding. The
-- numbers are first guesses; `bristle fit` finds those that the log of
-- tests/data/fretting_reciprocating.csv tells (see "Fits" in specs/README.md).
return joint {
  name  = "fretting",
  about = "A reciprocating contact, to be fitted to its log.",

  friction = lugre {
    F_c = 2, F_s = 2.2, v_s = 1e-4, gamma = 2,
    sigma0 = 4e4, sigma1 = 10, sigma2 = 1, s_ba = 0.7,
  },

  scenario = {
    duration = 8, dt = 0.005,
    v = function(t) return 2e-4 * math.sin(2 * math.pi * t / 4) end,
  },
}
