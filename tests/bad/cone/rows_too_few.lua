--! 2: no polytope has so few rows; take more
return cone { name = "foot", mu = 0.6, f_max = 9, rows = 3 }
