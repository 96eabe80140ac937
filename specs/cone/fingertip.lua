-- A fingertip in a grasp, for a solver of second-order cones: the round cone
-- itself, about a normal that comes at run time.
return cone {
  name          = "fingertip",
  mu            = 0.8,
  approximation = "exact",
  normal        = "runtime",
  f_max         = 20,
}
