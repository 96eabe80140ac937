--! 2: f_max must be at most 2e+11 N, so that no force or torque of this cone leaves the range of its functions, got 1e+12; take a smaller f_max, or real = "double"
return cone { name = "foot", mu = 50, real = "float", f_max = 1e12 }
