--! 6: the pressure depends on the normal force, so the forces that friction holds form no cone; give the pressure at one force
return cone {
  name = "foot", mu = 0.5,
  patch = {
    grid = { 3, 3 }, size = { 0.02, 0.02 },
    pressure = function(x, y, fn) return 1 + fn * x * x end,
  },
}
