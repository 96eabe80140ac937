--! 2: mu = 2e-05 is too small for the digits of floats: facets would differ in the last ones only; take 1e-4 or more, or real = "double"
return cone { name = "foot", mu = 2e-5, real = "float" }
