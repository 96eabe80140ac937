-- A fingertip in a grasp, for a solver of second-order cones: the exact round
-- cone, about a normal that is given at run time.
return cone {
  name          = "fingertip",
  mu            = 0.8,
  approximation = "exact",
  normal        = "runtime",
  f_max         = 20,
}
