--! 5: the pressure depends on the normal force, but the normal force of a slider is its weight; give the pressure at that force
return slider {
  name = "body", mass = 1, inertia = 1e-3, mu = 0.5,
  grid = { 3, 3 }, size = { 0.02, 0.02 },
  patch = function(x, y, fn) return 1 + fn * x * x end,
}
