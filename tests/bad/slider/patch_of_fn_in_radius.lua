--! 4: the pressure depends on the normal force, but the normal force of a slider is its weight; give the pressure at that force
return slider {
  name = "body", mass = 1, inertia = 1e-3, mu = 0.5,
  patch = disc { radius = function(fn) return 0.01 * fn end },
}
