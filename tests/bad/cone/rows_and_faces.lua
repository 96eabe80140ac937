--! 2: rows takes the place of faces; leave one out
return cone { name = "foot", mu = 0.6, faces = 8, rows = 20 }
