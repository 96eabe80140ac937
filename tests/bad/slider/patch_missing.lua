--! 2: slider needs patch: a surface relative to the centre of mass, in the body's axes: disc, annulus, rectangle, polygon, map, image or function(x, y); its pressure gives er
return slider { name = "body", mass = 1, inertia = 1e-3, mu = 0.5 }
