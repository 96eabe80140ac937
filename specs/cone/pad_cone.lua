-- A soft finger pad: the forces and torques that friction can hold, inside the
-- exact limit surface of its pressure map, for a QP.
return cone {
  name  = "pad_cone",
  mu    = 0.8,
  faces = 32,
  f_max = 30,
  patch = {
    grid     = { 21, 21 },
    size     = { 0.02, 0.02 },
    pressure = disc { radius = 0.01, profile = hertz },
  },
}
