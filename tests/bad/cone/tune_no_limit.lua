--! 3: a limit of the normal force that is tuned needs a value in the spec: f_min = 1, f_max = 100
return cone { name = "bad", mu = 0.5,
  tune = { f_max = { 10, 50 } } }
