--! 3: the edges of a polygon must not touch or cross, but those from corner 1 to 2 and from 3 to 4 do
return slider { name = "body", mass = 1, inertia = 1e-3, mu = 0.5,
  patch = polygon { { -1, -1 }, { 1, 1 }, { 1, -1 }, { -1, 1 } } }
