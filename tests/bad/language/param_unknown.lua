--! 3: param does not declare "width"; the names are mu, radius
local p = param { radius = 0.005, mu = 1.0 }
local size = { p.width, p.width }
return contact { name = "pad", size = size }
