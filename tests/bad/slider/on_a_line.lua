--! 3: the patch has no area: a body on a line would fall over
return slider { name = "body", mass = 1, inertia = 1e-3, mu = 0.5,
  patch = line { length = 0.05 }, size = { 0.01, 0.06 } }
