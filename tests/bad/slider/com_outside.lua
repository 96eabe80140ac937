--! 3: the centre of mass, (0, 0), must be above the patch, but it is 0.005 m outside the patch's convex hull: the body would fall over
return slider { name = "body", mass = 1, inertia = 1e-3, mu = 0.5,
  patch = rectangle { size = { 0.05, 0.05 }, at = { 0.03, 0 } } }
