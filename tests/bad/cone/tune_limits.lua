--! 3: f_max must stay above f_min, but f_max may be 10 and f_min 12; take ranges that do not meet
return cone { name = "bad", mu = 0.5, f_min = 5, f_max = 20,
  tune = { f_min = { 1, 12 }, f_max = { 10, 50 } } }
