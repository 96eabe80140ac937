--! 3: faces cannot be tuned; numbers that can are mu, f_min, f_max
return cone { name = "bad", mu = 0.5,
  tune = { faces = { 4, 8 } } }
